import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { experimentSchema } from './experimentSchema.ts'

test('the published file is the schema: `npm run docs` writes it', () => {
  const file = new URL('../../schemas/experiment.schema.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(experimentSchema())))
})
