// Writes the JSON schema of experiment files from the tables of the code: part of `npm run docs`.
import { writeFileSync } from 'node:fs'
import { experimentSchema } from '@rankwright/core/experiments'

const file = new URL('../packages/core/schemas/experiment.schema.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(experimentSchema(), null, 2)}\n`)
