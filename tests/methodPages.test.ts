import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { methodNames } from '@rankwright/core'
import { describe, expect, test } from 'vitest'
import { methodPage, pageFile, writtenHeadings } from '../scripts/methodPages.mjs'

describe.each(methodNames)('the reference page of %s', (method) => {
  const file = pageFile(method)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''

  test('is there and says what its option table says now; npm run docs brings it up to date', () => {
    expect(text).not.toBe('')
    expect(text).toBe(methodPage(method, text))
  })

  test.each(writtenHeadings)('says something under "%s"', (heading) => {
    const [, below = ''] = text.split(`${heading}\n`)
    expect(below.split('\n## ')[0].trim().length).toBeGreaterThan(40)
  })
})

test('no page is left of a method that is gone', () => {
  const pages = readdirSync(dirname(pageFile('listnet'))).map((name) => name.replace(/\.md$/, ''))
  expect(pages.filter((name) => !methodNames.some((method) => method === name))).toEqual([])
})
