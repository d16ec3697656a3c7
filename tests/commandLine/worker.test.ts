import { join } from 'node:path'
import { madeLists } from '@rankwright/contracts'
import { answeredParts, answerRowFrom, packedPartLines, packLists, questionBytes } from '@rankwright/engines'
import { expect, test } from 'vitest'
import { rankwright, scratchFolder } from './rankwright.ts'

const folder = scratchFolder('worker')
const lists = madeLists(1, { lists: 9, longest: 5, width: 2 })
await packLists(lists, join(folder, 'lists.packed'))
const input = [...packedPartLines(join(folder, 'lists.packed'))].join('\n')
const size = { lists: 9, rows: lists.labels.length }

test('answers for parts on standard input', async () => {
  const { stdout, stderr, status } = await rankwright(['worker', '--op', 'listSizes'], { input })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  const [sizes] = answeredParts('listSizes', [answerRowFrom(stdout.trim())], [size])
  expect(sizes.reduce((sum, rows) => sum + rows, 0)).toBe(size.rows)
})

test('tells rows and problems as JSON, too', async () => {
  const inline = Buffer.from(questionBytes('listSizes', {})).toString('base64')
  const { stdout, status } = await rankwright(['worker', '--op', 'summary', '--inline', inline, '--json'], { input })
  expect(status).toBe(0)
  expect(() => answeredParts('summary', JSON.parse(stdout).rows, [size])).toThrow('its question is about listSizes')
})

test('says what is wrong with its own words', async () => {
  expect((await rankwright(['worker', '--op', 'lost'], { input })).stderr).toContain('Did you mean loss?')
  expect((await rankwright(['worker', '--op', 'loss', '--question', 'none'], { input })).stderr).toContain('there is no such file')
})

test.each(['!!!', 'AAAA!', 'AA=A'])('--inline %j is refused, also without input', async (inline) => {
  const { stderr, status } = await rankwright(['worker', '--op', 'summary', '--inline', inline], { input: '' })
  expect(status).toBe(2)
  expect(stderr).toContain('--inline is no base64. Give the bytes of questionBytes as base64')
})

test('the help says where the lines of its example come from', async () => {
  expect((await rankwright(['worker', '--help'])).stdout).toContain('docs/worker.md has a program that writes such lines')
})
