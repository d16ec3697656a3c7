import { describe, expect, test } from 'vitest'
import { RankwrightError } from '../problems/problem.ts'
import { checksumOf } from './checksum.ts'
import { type DocumentFormat, documentText, parsedDocument } from './jsonDocument.ts'

const format: DocumentFormat = { format: 'rankwright-statistics', version: 3, sealed: true }
const document = { format: 'rankwright-statistics', version: 3, small: 1e-7, long: 0.1 + 0.2, text: 'a' }
const text = documentText(document)

function problemOf(broken: string, known = format) {
  try {
    parsedDocument(broken, 'd.json', known)
  } catch (error) {
    if (error instanceof RankwrightError) return { ...error.problems[0], message: error.message }
    throw error
  }
  throw new Error('it was read')
}

test('what is read is what was written', () => {
  expect(parsedDocument(text, 'd.json', format)).toEqual(document)
})

describe('the version', () => {
  test('of a later rankwright: refused whatever else is in the file, saying what to do', () => {
    const later = problemOf('{"format":"rankwright-statistics","version":4,"checksum":"of another sort"}')
    expect(later).toMatchObject({ code: 'model-version', found: '4', newer: true })
    expect(later.message).toMatch(/the statistics have version 4, this rankwright reads version 3.*update rankwright.*left as it is/)
  })

  test.each(['2', '"3"', 'null', '3.5', '1e400', '[3]'])('%s: there is no such version', (version) => {
    expect(problemOf(`{"format":"rankwright-statistics","version":${version}}`)).toMatchObject({ code: 'model-version', newer: false })
  })
})

describe('the checksum', () => {
  test('says that a file was damaged', () => {
    expect(problemOf(text.replace('"a"', '"b"'))).toMatchObject({ code: 'document-damaged' })
    expect(problemOf(text.replace('"a"', '"b"')).message).toContain('the file is damaged: its content does not agree with its checksum')
  })

  test('is needed, except where people may write such files', () => {
    expect(problemOf(JSON.stringify(document))).toMatchObject({ code: 'document-damaged', byHand: false })
    expect(parsedDocument(JSON.stringify(document), 'd.json', { ...format, sealed: false })).toEqual(document)
    expect(problemOf(text.replace('"a"', '"b"'), { ...format, sealed: false }).message).toContain(
      'remove its last part, "checksum", and the comma before it',
    )
  })

  test('holds for other spellings of numbers where another program wrote the file, not in our own layout', () => {
    const spelled = (layout: string) => layout.replace('1e-7', '1E-7').replace('0.30000000000000004', '0.30000000000000005')
    const pretty = JSON.stringify(JSON.parse(text), null, 2)
    expect(parsedDocument(spelled(pretty), 'd.json', format)).toEqual(document)
    expect(problemOf(spelled(text))).toMatchObject({ code: 'document-damaged' })
  })

  test('of a document that is nested without end is refused', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(problemOf(`{"format":"rankwright-statistics","version":3,"deep":${deep},"checksum":"${checksumOf(document)}"}`)).toMatchObject({
      code: 'document-damaged',
    })
  })
})
