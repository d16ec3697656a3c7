import { number, type Shape } from '@rankwright/core/arguments'

/** How many threads there may be. */
export const threadCount: Shape = number({ whole: true, atLeast: 1, atMost: 256 })
