import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

describe('docs/architecture.md', () => {
  const page = 'docs/architecture.md'

  test('every file and folder that it names is there', () => {
    const spans = [...prose(page).matchAll(/`([^`\s]+)`/g)].map(([, span]) => span)
    const paths = spans.filter((span) => /^[\w.<>/-]+$/.test(span) && /\/$|\.(ts|js|mjs|md)$/.test(span))
    expect(paths.length).toBeGreaterThan(80)
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  })

  test('its picture has every package and every top room of core', () => {
    const [picture] = readFileSync(join(root, page), 'utf8').match(/^```[\s\S]*?^```$/m)!
    const names = [...readdirSync(join(root, 'packages')), ...readdirSync(join(root, core))]
    expect(names.filter((name) => !new RegExp(`(^|[ ,])${name.replace('.', '\\.')}([ ,]|$)`, 'm').test(picture))).toEqual([])
  })
})

const core = 'packages/core/src'

/** Of a path with a name to choose, `<name>`, the folder before that name. */
function isThere(path: string): boolean {
  const known = path.includes('<') ? dirname(path.slice(0, path.indexOf('<') + 1)) : path
  return existsSync(join(root, known)) || existsSync(join(root, core, known))
}

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
