// Names from data that a terminal, a page or a script would obey, through the commands that show them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rankwright, scratchFolder } from './rankwright.ts'

const folder = scratchFolder('names')
const hostile = '\u001b[2J\u001b]0;owned\u0007\u202e\n</script>"\'`\u2028\u009b31m'
const rows = Array.from({ length: 24 }, (_, row) => ({
  qid: `${hostile}${row >> 2}`,
  item: `${hostile}${row}`,
  label: row % 3,
  [`${hostile}x`]: row % 5,
  [`${hostile}y`]: (row * 7) % 4,
}))
writeFileSync(join(folder, 'd.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
writeFileSync(
  join(folder, 'o.obo'),
  `format-version: 1.2\n\n${['a', 'b', 'c', 'd'].map((id, place) => `[Term]\nid: T:${id}\nname: \u001b[2J\u202e${id}\n${place === 0 ? '' : 'is_a: T:a\n'}`).join('\n')}`,
)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const run = (...words: string[]) => rankwright(words, { folder })

describe('no control character of a name reaches the terminal', () => {
  test.each([
    ['inspect', 'd.jsonl'],
    ['train', 'd.jsonl', '--method', 'listnet', '--out', 'm.json'],
    ['show', 'm.json'],
    ['rank', 'm.json', 'd.jsonl', '--explain'],
    ['rank', 'm.json', 'd.jsonl', '--abstain-margin', '0.1'],
    ['evaluate', 'm.json', 'd.jsonl', '--per-list'],
    ['compare', 'm.json', 'm.json', 'd.jsonl'],
    ['certify', 'm.json', '--train', 'd.jsonl', '--theory'],
    ['abstain', 'm.json', 'd.jsonl', '--rule', 'margin', '--costs', '0.1', '--thresholds', '0.1'],
    ['tune', 'd.jsonl', '--method', 'listnet', '--folds', '2', '--lambda', '0.1,1'],
    ['export', 'm.json', '--to', 'js', '--out', 'm.mjs'],
    ['stream', 'd.jsonl', '--learner', 'mean-rank', '--target', 'utility'],
    ['ontology', 'inspect', 'o.obo'],
    ['ontology', 'train', 'o.obo', '--out', 'o.json'],
    ['ontology', 'similar', 'o.json', 'T:b'],
    ['show', 'o.json'],
    ['train', 'd.jsonl', '--method', `list${hostile}`, '--out', 'x.json'],
    ['evaluate', 'm.json', 'd.jsonl', '--metrics', `ndcg${hostile}`],
    ['inspect', `${hostile}.txt`],
    ['rank', 'm.json', 'd.jsonl', '--features', hostile],
  ])('%s %s', async (...words) => {
    for (const answer of [await run(...words), await run(...words, '--json')]) {
      expect(answer.stdout).not.toMatch(obeyed)
      expect(answer.stderr).not.toMatch(obeyed)
      expect(answer.stderr).not.toContain('bug in rankwright')
    }
  })
})

test('exported JavaScript holds such names as data only', async () => {
  await run('train', 'd.jsonl', '--method', 'listnet', '--out', 'm.json')
  expect((await run('export', 'm.json', '--to', 'js', '--out', 'm.mjs')).status).toBe(0)
  const source = readFileSync(join(folder, 'm.mjs'), 'utf8')
  expect(source).not.toMatch(obeyed)
  expect(source).not.toContain('</script')
  const { features } = await import(join(folder, 'm.mjs'))
  expect(features).toEqual([`${hostile}x`, `${hostile}y`])
})

test('standard input is given once', async () => {
  for (const words of [
    ['rank', '-', '-'],
    ['train', '-', '--valid', '-', '--method', 'listnet', '--out', 'x.json'],
  ]) {
    const { status, stderr } = await run(...words)
    expect(status).toBe(2)
    expect(stderr).toContain('both standard input, which can be read only once')
  }
})
