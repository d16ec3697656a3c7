import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from './sourceFiles.ts'

/** A text that stands in quotes in a source, without its comments and without the code between the texts. */
export interface SourceText {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** Every text of the shipped sources of some packages. Of a template, what stands between its values; `…` stands for each of those. */
export function sourceTexts(packages: readonly string[]): SourceText[] {
  return sourceFiles()
    .map(({ path }) => path)
    .filter((path) => packages.some((name) => path.startsWith(`packages/${name}/src/`)))
    .flatMap((path) => textsOf(readFileSync(join(root, path), 'utf8')).map((found) => ({ path, ...found })))
}

/** The texts of a source, found by reading it from its start: comments, regular expressions and nested templates are told apart. */
export function textsOf(source: string): { readonly line: number; readonly text: string }[] {
  const texts: { line: number; text: string }[] = []
  const lineAt = (place: number) => source.slice(0, place).split('\n').length
  let place = 0
  const quoted = (quote: string) => {
    const start = ++place
    while (place < source.length && source[place] !== quote) place += source[place] === '\\' ? 2 : 1
    texts.push({ line: lineAt(start), text: source.slice(start, place++) })
  }
  const template = () => {
    const start = ++place
    let text = ''
    while (place < source.length && source[place] !== '`') {
      if (source.startsWith('${', place)) {
        place += 2
        code('}')
        text += '…'
      } else {
        const length = source[place] === '\\' ? 2 : 1
        text += source.slice(place, place + length)
        place += length
      }
    }
    place++
    texts.push({ line: lineAt(start), text })
  }
  const code = (end: string | undefined) => {
    let depth = 0
    for (let before = ''; place < source.length; ) {
      const sign = source[place]
      if (sign === end && depth === 0) {
        place++
        return
      }
      if (sign === '{') depth++
      if (sign === '}') depth--
      if (source.startsWith('//', place)) place = endOf('\n')
      else if (source.startsWith('/*', place)) place = endOf('*/') + 2
      else if (sign === "'" || sign === '"') quoted(sign)
      else if (sign === '`') template()
      else if (sign === '/' && /[(,=:[!&|?{}\n;>]|^$/.test(before))
        place += (/^\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//.exec(source.slice(place))?.[0] ?? '/').length
      else place++
      if (!/\s/.test(sign)) before = sign
    }
  }
  const endOf = (mark: string) => {
    const found = source.indexOf(mark, place)
    return found < 0 ? source.length : found
  }
  code(undefined)
  return texts
}
