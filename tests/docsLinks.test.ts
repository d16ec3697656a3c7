import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pages } from './codeBlocks.ts'
import { root } from './sourceFiles.ts'

describe.each(pages())('%s', (page) => {
  test('every link leads to a file and a heading that are there', () => {
    const links = prose(page).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]*))?\)/g)
    const broken = [...links].filter(([, path, anchor]) => {
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && !headings(target).includes(anchor)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

function headings(page: string): string[] {
  const slugs = [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, title]) => slug(title))
  return slugs.map((one, place) => {
    const earlier = slugs.slice(0, place).filter((other) => other === one).length
    return earlier === 0 ? one : `${one}-${earlier}` // as GitHub tells equal headings apart
  })
}

/** The anchor that GitHub gives a heading. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
}

function prose(page: string): string {
  return readFileSync(join(root, page), 'utf8').replaceAll(/^\s*```[\s\S]*?^\s*```\s*$/gm, '')
}
