/** The types of an exported module, for a file beside it: names of features and columns included. */
import type { ListModel } from '@rankwright/core'
import type { ColumnEncoder, TableEncoders } from '@rankwright/core/data'
import { featureNamesOf, isPairRule } from '@rankwright/core/models'
import { javascriptLiteral } from './javascriptLiteral.ts'

/** More names than these are not written out. */
const mostNames = 1000

export function javascriptTypes(model: ListModel): string {
  const { encoders, calibration, abstention } = model
  const perList = model.kind === 'ensemble' || ('featureMap' in model && model.featureMap.scale.kind === 'per-list')
  const list = encoders === undefined ? '' : ', list?: string'
  const parts = [
    `// Types of a ranking model of the method ${javascriptLiteral(model.method)}, written by rankwright.`,
    '',
    '/** The names of the features, in their order. */',
    'export declare const features: readonly string[]',
    '/** What a missing value counts as. */',
    `export declare const missing: 'zero' | 'mean' | 'own-branch'${model.kind === 'ensemble' ? " | 'by-member'" : ''}`,
    '',
    ...(encoders === undefined ? featureTypes(featureNamesOf(model)) : rowTypes(encoders)),
    ...(perList ? [] : ['/** Greater ranks higher. */', `export declare function score(given: Given${list}): number`]),
    '/** The scores of the rows of one list. */',
    `export declare function scoreList(rows: readonly Given[]${list}): number[]`,
    ...(calibration
      ? [
          '/** P(A above B), if the two differ: from the score of A minus the score of B. */',
          'export declare function probability(ahead: number): number',
        ]
      : []),
    ...(abstention ? ruleTypes(isPairRule(abstention), encoders !== undefined) : []),
    ...(encoders ? rankedTypes(calibration !== undefined, abstention && (isPairRule(abstention) ? 'pairs' : 'lists')) : []),
  ]
  return `${parts.join('\n')}\n`
}

function featureTypes(names: readonly string[]): string[] {
  const key = names.length > mostNames ? 'string' : names.map(javascriptLiteral).join(' | ') || 'never'
  return [
    `export type FeatureName = ${key}`,
    '/** The features of an item, in their order or by name. */',
    'export type Given = ArrayLike<number> | Readonly<Partial<Record<FeatureName, number | null>>>',
  ]
}

const cellTypes: Readonly<Record<ColumnEncoder['kind'], string>> = {
  number: 'number | string | boolean | bigint | null',
  'one-hot': 'string | number | boolean | bigint | null',
  codes: 'string | number | boolean | bigint | null',
  target: 'string | number | boolean | bigint | null',
  hashed: 'string | number | boolean | bigint | null',
  text: 'string | number | null',
  source: 'string | number | readonly number[] | Float32Array | Float64Array | null',
  date: 'Date | string | number | null',
  vector: 'readonly number[] | Float32Array | Float64Array | string | null',
}

function rowTypes({ list, item, columns }: TableEncoders): string[] {
  const types = new Map<string, string>([[list, 'string | number | bigint | null']])
  if (item !== undefined) types.set(item, 'string | number | bigint | null')
  for (const { column, kind } of columns) types.set(column, cellTypes[kind])
  return [
    '/** A row: its columns. One that is not there counts as missing. */',
    'export interface Row {',
    ...Array.from(types, ([name, type]) => `  readonly ${javascriptLiteral(name)}?: ${type} | undefined`),
    '}',
    '/** A row, or the features that were made of one. */',
    'export type Given = Row | readonly number[] | Float32Array | Float64Array',
    'export declare const columns: readonly { readonly name: string; readonly kind: string }[]',
    '/** The features of a row. The list is the name of a column, or the query itself. */',
    'export declare function encode(given: Given, list?: string): ArrayLike<number>',
  ]
}

const tiesType = `  readonly ties?: 'keep' | 'random' | 'review'
  readonly seed?: number`

function ruleTypes(pairs: boolean, encoded: boolean): string[] {
  const result = pairs
    ? '  readonly undecided: readonly (readonly [number, number])[]\n  readonly runs: readonly (readonly number[])[]'
    : '  readonly confidence: number\n  readonly answered: boolean'
  const options = pairs
    ? `, options?: {\n${tiesType}\n  readonly list?: string\n}`
    : encoded
      ? ', options?: { readonly list?: string }'
      : ''
  return [
    '/** The rule for what is left undecided. */',
    'export declare const abstention: { readonly rule: string; readonly threshold: number }',
    'export interface Ranking {',
    '  /** The rows by their numbers, best first. */',
    '  readonly order: readonly number[]',
    '  readonly scores: readonly number[]',
    result,
    '}',
    `export declare function rankList(rows: readonly Given[]${options}): Ranking`,
  ]
}

function rankedTypes(calibrated: boolean, leaves: 'pairs' | 'lists' | undefined): string[] {
  const told = {
    pairs: ['  readonly undecided: readonly (readonly [number, number])[]', '  readonly runs: readonly (readonly number[])[]'],
    lists: ['  readonly confidence: number', '  readonly answered: boolean'],
  }
  return [
    'export interface RankedItem {',
    '  /** The place of the object among those given. */',
    '  readonly row: number',
    '  readonly item?: string',
    '  readonly score: number',
    ...(calibrated
      ? ['  /** P(this one is better than the next), if the two differ; absent for the last. */', '  readonly probability?: number']
      : []),
    '}',
    'export interface RankedList {',
    '  readonly id: string',
    '  readonly items: readonly RankedItem[]',
    ...(leaves ? told[leaves] : []),
    '}',
    'export interface RankOptions {',
    '  /** The column that names the list, or the query that all rows belong to. */',
    '  readonly list?: string',
    '  readonly item?: string',
    '  /** Refuses objects of which none has some column of the model, whose values are missing otherwise. */',
    '  readonly strict?: boolean',
    '  readonly top?: number',
    ...(leaves === 'pairs' ? [tiesType] : []),
    '}',
    'export declare function rankObjects(objects: readonly Row[], options?: RankOptions): RankedList[]',
  ]
}
