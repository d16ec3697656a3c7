import * as experiments from '@rankwright/core/experiments'
import { row } from '../attempts.mjs'

export const functions = experiments

const document = () => ({
  format: 'rankwright-experiment',
  version: 1,
  data: [{ file: 'data.txt', folds: 2 }],
  methods: [{ method: 'listnet', try: { lambda: [0.1, 1] } }],
})

export const rows = {
  experimentFromJson: row(() => ({ source: JSON.stringify(document()), file: 'trial.json' })),
  experimentOf: row(() => ({ document: document() })),
  experimentSchema: row(() => ({})),
}
