/** RankLib's text models of trees: `<ensemble>` of `<tree>` of `<split>`, as LambdaMART and MART write them. */
import { RankwrightError } from '@rankwright/core'
import { greatestFeature } from '@rankwright/core/data'
import { float32Decimal } from '../float32Decimal.ts'
import type { ForeignNode, ForeignTree, ForeignTrees } from './foreignTrees.ts'

export function ranklibTreesText({ trees }: ForeignTrees, remarks: readonly string[]): string {
  const lines = ['## LambdaMART', ...remarks.map((remark) => `## ${remark}`), '', '<ensemble>']
  for (const [number, { weight, root }] of trees.entries()) {
    lines.push(`\t<tree id="${number + 1}" weight="${weight}">`, ...nodeLines(root, '<split>', '\t\t'), '\t</tree>')
  }
  return `${[...lines, '</ensemble>'].join('\n')}\n`
}

function nodeLines(node: ForeignNode, opening: string, indent: string): string[] {
  const inner = `${indent}\t`
  const content =
    'feature' in node
      ? [
          `${inner}<feature> ${node.feature} </feature>`,
          `${inner}<threshold> ${float32Decimal(node.threshold)} </threshold>`,
          ...nodeLines(node.left, '<split pos="left">', inner),
          ...nodeLines(node.right, '<split pos="right">', inner),
        ]
      : [`${inner}<output> ${float32Decimal(node.value)} </output>`]
  return [`${indent}${opening}`, ...content, `${indent}</split>`]
}

/** A piece of the file: a tag, or the text between two. */
interface Token {
  readonly tag?: string
  readonly weight?: string
  readonly pos?: string
  readonly text: string
  readonly line: number
}

export function readRanklibTrees(text: string, file: string): ForeignTrees {
  const tokens = Array.from(tokensOf(text))
  let at = 0
  const fail = (reason: string): never => {
    const place = { file, line: tokens[Math.min(at, tokens.length - 1)]?.line ?? 1 }
    throw new RankwrightError({ area: 'export', code: 'broken-foreign-model', at: place, format: 'RankLib', where: 'its trees', reason })
  }
  const take = (tag: string): Token => (tokens[at]?.tag === tag ? tokens[at++] : fail(`expected <${tag}>, found ${shown(tokens[at])}`))
  const number = (word: string): number => {
    const value = Number(word)
    return word.trim() !== '' && Number.isFinite(Math.fround(value)) ? value : fail(`"${word.slice(0, 40)}" is not a number`)
  }
  const within = (tag: string): string => {
    take(tag)
    const value = tokens[at]?.tag === undefined ? (tokens[at++]?.text ?? '') : ''
    take(`/${tag}`)
    return value.trim()
  }
  const node = (depth: number): ForeignNode => {
    if (depth > MOST_DEPTH) fail(`a tree has more than ${MOST_DEPTH} levels`)
    if (tokens[at]?.tag === 'output') return { value: number(within('output')) }
    const feature = within('feature')
    if (!/^[1-9]\d*$/.test(feature) || Number(feature) > greatestFeature) fail(`"${feature.slice(0, 40)}" is not a feature number`)
    names.add(feature)
    const threshold = number(within('threshold'))
    const side = (pos: string): ForeignNode => {
      const token = take('split')
      if (token.pos !== pos) fail(`expected the ${pos} side of a split, found ${token.pos ?? 'neither'}`)
      const child = node(depth + 1)
      take('/split')
      return child
    }
    const left = side('left')
    return { feature, threshold, left, right: side('right') }
  }
  const trees: ForeignTree[] = []
  const names = new Set<string>()
  const forest = /^##\s*Random Forests\s*$/m.test(text.slice(0, text.indexOf('\n') + 1))
  let bags = 0
  do {
    take('ensemble')
    readEnsemble()
    take('/ensemble')
    bags++
  } while (forest && at < tokens.length)
  if (at < tokens.length) fail(`expected the end of the file, found ${shown(tokens[at])}`)
  return trees.length === 0 ? fail('there are no trees') : { format: 'ranklib', trees, names: [...names], ...(forest && { bags }) }

  function readEnsemble(): void {
    while (tokens[at]?.tag === 'tree') {
      const { weight } = tokens[at]
      const value = weight === undefined ? fail('a tree has no weight') : number(weight)
      at++
      take('split')
      const root = node(0)
      take('/split')
      take('/tree')
      trees.push({ weight: value, root })
    }
  }
}

const MOST_DEPTH = 1000

function shown(token: Token | undefined): string {
  if (token === undefined) return 'the end of the file'
  return token.tag === undefined ? `"${token.text.trim().slice(0, 40)}"` : `<${token.tag.slice(0, 40)}>`
}

/** Lines that start with ## are remarks; blank text between tags is skipped. */
function* tokensOf(text: string): Generator<Token> {
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.replace(/^\uFEFF/, '').startsWith('##')) continue
    for (const { 0: found } of line.matchAll(/<[^<>]*>|[^<]+/g)) {
      const tag = /^<\s*(\/?\w+)([^<>]*)>$/.exec(found)
      if (tag === null) {
        if (found.trim() !== '') yield { text: found, line: index + 1 }
        continue
      }
      const attribute = (name: string) => new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`).exec(tag[2])?.[1]
      const [weight, pos] = [attribute('weight'), attribute('pos')]
      yield { tag: tag[1], text: found, line: index + 1, ...(weight !== undefined && { weight }), ...(pos !== undefined && { pos }) }
    }
  }
}
