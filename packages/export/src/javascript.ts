/**
 * A model as an ES module of plain JavaScript that needs nothing else. It does what the model does, missing values, clipping and
 * rounding to float32 included.
 */
import type { RankedItems } from '@rankwright/core'
import { affineColumns, type FeatureMap, type RowObject } from '@rankwright/core/data'
import { featureNamesOf, type MappedModel } from '@rankwright/core/models'
import { encodersCode, type GivenCode, givenCode, givenRemarks, rankObjectsCode } from './javascriptEncoders.ts'
import { javascriptLiteral } from './javascriptLiteral.ts'
import { numbers as array, number } from './javascriptOutputs.ts'
import { ruleCode } from './javascriptRule.ts'

/** What an exported module offers. `score` is absent where a score depends on the whole list. */
export interface JavascriptModule {
  readonly features: readonly string[]
  readonly score?: (features: ArrayLike<number> | Readonly<Record<string, number>>) => number
  readonly scoreList: (rows: readonly (ArrayLike<number> | Readonly<Record<string, number>>)[]) => number[]
  /** P(A above B) from the difference of two scores, for calibrated models. */
  readonly probability?: (ahead: number) => number
  /** A list as the rule of the model leaves it, for models with one. Rows are called by their numbers. */
  readonly rankList?: (
    rows: readonly (ArrayLike<number> | Readonly<Record<string, number>>)[],
    options?: JavascriptTies,
  ) => JavascriptRanking
  /** For models with encoders: what `rankObjects` of the library gives. */
  readonly rankObjects?: (
    objects: readonly RowObject[],
    options?: JavascriptTies & { readonly item?: string; readonly strict?: boolean; readonly top?: number },
  ) => RankedItems[]
  /** For models with encoders: the features of an object. */
  readonly encode?: (object: RowObject, list?: string) => ArrayLike<number>
}

/** With a rule for pairs, what becomes of runs of undecided rows, as the options of `rank` say it. */
export interface JavascriptTies {
  readonly ties?: 'keep' | 'random' | 'review'
  /** For orders that are drawn: the seed, and the name of the list. */
  readonly seed?: number
  readonly list?: string
}

export interface JavascriptRanking {
  readonly order: readonly number[]
  readonly scores: readonly number[]
  readonly undecided?: readonly (readonly [number, number])[]
  readonly runs?: readonly (readonly number[])[]
  readonly confidence?: number
  readonly answered?: boolean
}

/** `output` is the code of `output(row)`, the score of a mapped row. */
export function javascriptText(model: MappedModel, output: readonly string[]): string {
  const { featureMap: map } = model
  const perList = map.scale.kind === 'per-list'
  const given = givenCode(model)
  const parts = [
    `// A ranking model of the method ${javascriptLiteral(model.method)}, written by rankwright. It needs nothing else.`,
    ...(perList ? ['// Give all rows of a list to scoreList: each list is scaled by itself.'] : givenRemarks(model)),
    `// What is missing (undefined, null, NaN) counts as ${map.missing === 'mean' ? "the feature's mean in training" : '0'}.`,
    '',
    `export const features = ${javascriptLiteral(featureNamesOf(model))}`,
    `export const missing = ${javascriptLiteral(map.missing)}`,
    '',
    ...encodersCode(model),
    `const fill = ${array(map.means ?? new Float64Array(map.width))}`,
    ...scaleCode(map),
    ...ballCode(map),
    readingCode,
    ...output,
    ...(perList ? [listCode(map, given)] : [rowCode(given), everyRowCode(given)]),
    ...ruleCode(model),
    ...rankObjectsCode(model),
  ]
  return `${parts.join('\n')}\n`
}

/** Turns a value that is there into a scaled one: `scaled(value, j)`, or with the ranges of the current list. */
function scaleCode(map: FeatureMap): string[] {
  const { scale, shrink, zero } = map
  switch (scale.kind) {
    case 'none':
    case 'min-max':
    case 'standard': {
      const { low, high, offset, factor } = affineColumns(map)
      return [
        ...(scale.kind === 'none'
          ? ['', `const greatest = ${number(high[0] ?? 0)}`]
          : [
              `const low = ${array(low)}`,
              `const high = ${array(high)}`,
              `const offset = ${array(offset)}`,
              `const factor = ${array(factor)}`,
              '',
            ]),
        'function scaled(value, j) {',
        scale.kind === 'none'
          ? '  return Math.min(Math.max(value, -greatest), greatest)'
          : '  return (Math.min(Math.max(value, low[j]), high[j]) - offset[j]) * factor[j]',
        '}',
        `const shrink = ${number(shrink)}`,
      ]
    }
    case 'quantile':
      return [
        `const starts = ${array(scale.starts)}`,
        `const knots = ${array(scale.knots)}`,
        `const levels = ${array(scale.levels)}`,
        quantileCode,
        zero === 'kept' ? 'const scaled = (value, j) => level(value, j) - level(0, j)' : 'const scaled = level',
        `const shrink = ${number(shrink)}`,
      ]
    case 'per-list':
      return ['', `const shrink = ${number(shrink)}`]
  }
}

const quantileCode = `
function level(value, j) {
  let below = starts[j]
  let above = starts[j + 1] - 1
  if (above <= below) return 0
  if (value <= knots[below]) return levels[below]
  if (value >= knots[above]) return levels[above]
  while (above - below > 1) {
    const middle = (below + above) >>> 1
    if (knots[middle] <= value) below = middle
    else above = middle
  }
  return levels[below] + ((value - knots[below]) / (knots[above] - knots[below])) * (levels[above] - levels[below])
}
`

/** `bounded(row)` brings a mapped row into the ball. */
function ballCode({ ball }: FeatureMap): string[] {
  if (ball.norm === 'none') return ['const bounded = (row) => row', '']
  const radius = `const radius = ${number(ball.radius)}`
  if (ball.norm === 'inf') return [radius, 'const bounded = (row) => row.map((value) => Math.min(Math.max(value, -radius), radius))', '']
  const length =
    ball.norm === 'l1'
      ? 'row.reduce((total, value) => total + Math.abs(value), 0)'
      : 'Math.sqrt(row.reduce((total, value) => total + value * value, 0))'
  return [
    radius,
    'function bounded(row) {',
    `  const length = ${length}`,
    '  return length <= radius ? row : row.map((value) => value * ((radius * (1 - 2 ** -22)) / length))',
    '}',
    '',
  ]
}

export const readingCode = `function valueOf(given, j) {
  const value = Array.isArray(given) || ArrayBuffer.isView(given) ? given[j] : given[features[j]]
  return value === undefined || value === null ? NaN : Math.fround(value)
}
`

function rowCode({ parameter, row }: GivenCode): string {
  return `function mappedRow(given) {
  const row = new Float32Array(features.length)
  for (let j = 0; j < row.length; j++) {
    const value = valueOf(given, j)
    row[j] = scaled(Number.isNaN(value) ? fill[j] : value, j) * shrink
  }
  return bounded(row)
}

function mappedRows(rows) {
  return rows.map((row) => mappedRow(row))
}

export function score(given${parameter}) {
  return output(mappedRow(${row('given')}))
}
`
}

export function everyRowCode({ parameter }: GivenCode): string {
  return `export function scoreList(rows${parameter}) {
  return rows.map((row) => score(row${parameter}))
}`
}

function listCode({ zero }: FeatureMap, { parameter, row }: GivenCode): string {
  return `function mappedRows(rows) {
  const mapped = rows.map(() => new Float32Array(features.length))
  for (let j = 0; j < features.length; j++) {
    const values = rows.map((row) => valueOf(row, j))
    const known = values.filter(Number.isFinite)${zero === 'kept' ? '\n    known.push(0)' : ''}
    const low = known.reduce((least, value) => Math.min(least, value), known.length === 0 ? 0 : Infinity)
    const high = known.reduce((most, value) => Math.max(most, value), known.length === 0 ? 0 : -Infinity)
    const factor = high > low ? 1 / (high - low) : 0
    values.forEach((value, i) => {
      const clipped = Math.min(Math.max(Number.isNaN(value) ? fill[j] : value, low), high)
      mapped[i][j] = ${zero === 'moved' ? '(clipped - low)' : 'clipped'} * factor * shrink
    })
  }
  return mapped.map((row) => bounded(row))
}

export function scoreList(rows${parameter}) {
  return mappedRows(${parameter === '' ? 'rows' : `rows.map((row) => ${row('row')})`}).map((row) => output(row))
}`
}

/** The module behind an exported text. It is our own text that runs here: names of features stand in it as JSON only. */
export async function loadJavascript(text: string): Promise<JavascriptModule> {
  return (await import(/* @vite-ignore */ `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`)) as JavascriptModule
}
