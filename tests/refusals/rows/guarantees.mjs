import * as guarantees from '@rankwright/core/guarantees'

export const functions = guarantees

export const rows = {}
