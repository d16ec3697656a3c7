import { expect, test } from 'vitest'
import { ourDocument } from './ourDocument.ts'

test('a file of ours is known by how it begins, with any spaces', () => {
  expect(ourDocument('{\n"format": "rankwright-model",\n"version": 1')).toBe('model')
  expect(ourDocument('\ufeff { "format":"rankwright-statistics"')).toBe('statistics')
})

test('rows of data are not of ours, whatever they name', () => {
  for (const text of ['', '{}', '{"qid":1,"format":"rankwright-model"}', '{"format":"rankwright-demo"}', 'format,label'])
    expect(ourDocument(text)).toBeUndefined()
})
