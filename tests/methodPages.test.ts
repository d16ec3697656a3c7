import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { methodNames } from '@rankwright/core'
import { describe, expect, test } from 'vitest'
import { methodPage, pageFile, writtenHeadings } from '../scripts/methodPages.mjs'
import { root } from './sourceFiles.ts'

describe.each(methodNames)('the reference page of %s', (method) => {
  const file = pageFile(method)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''

  test('is there and says what its option table says now; npm run docs brings it up to date', () => {
    expect(text, `there is no docs/methods/${method}.md yet: npm run docs makes it`).not.toBe('')
    expect(text).toBe(methodPage(method, text))
  })

  test.each(writtenHeadings)('says something under "%s"', (heading) => {
    const [, below = ''] = text.split(`${heading}\n`)
    expect(below.split('\n## ')[0].trim().length, `write this part of docs/methods/${method}.md by hand`).toBeGreaterThan(40)
  })
})

test.each(['docs/README.md', 'docs/methods.md'])('%s links to the page of every method', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  expect(methodNames.filter((method) => !text.includes(`(methods/${method}.md)`))).toEqual([])
})

test('no page is left of a method that is gone', () => {
  const pages = readdirSync(dirname(pageFile('listnet'))).map((name) => name.replace(/\.md$/, ''))
  expect(pages.filter((name) => !methodNames.some((method) => method === name))).toEqual([])
})
