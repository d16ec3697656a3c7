import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiPages, folder } from '../scripts/apiReference.mjs'

const pages = apiPages()

test('the API reference has a page for every entry of every package, and no other', () => {
  expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort())
})

test.each([...pages])('docs/api/%s says what the package exports now; npm run docs brings it up to date', (name, text) => {
  expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
})

test('an export has its signature, the comment of its file and its own', () => {
  const [page] = [...pages.values()].filter((text) => text.includes('### ndcg\n'))
  const [, section] = page.split('### ndcg\n')
  expect(section.split('###')[0]).toMatch(
    /^\nnDCG@k\. [\s\S]*Undefined [\s\S]*```ts\nfunction ndcg\(scores: Numbers, labels: Numbers, [^\n]*\n```/,
  )
})
