import { RankwrightError, type TreesModel } from '@rankwright/core'
import { either, oneOf, optional, options as optionsShape, requireArguments, text as textShape } from '@rankwright/core/arguments'
import { namedOption } from '@rankwright/core/problems'
import type { JsonObject } from '../foreignDocument.ts'
import type { Imported } from './imported.ts'
import { type ImportFormat, importFormats, importTitles } from './importFormats.ts'
import { readCatboost } from './readCatboost.ts'
import { readElasticsearchModel } from './readElasticsearchModel.ts'
import { readLightgbm } from './readLightgbm.ts'
import { readLightgbmJson } from './readLightgbmJson.ts'
import { readRanklibModel } from './readRanklibModel.ts'
import { readSolrModel } from './readSolrModel.ts'
import { readXgboost } from './readXgboost.ts'
import { readXgboostDump } from './readXgboostDump.ts'
import { readUbjson } from './ubjson.ts'

export interface ImportOptions {
  /** Which software wrote the file; found from its content if left out. */
  readonly from?: ImportFormat
  /**
   * The number of the first column in the data that the model was trained on, for models that call features by numbers from 0. 1, if left out: the
   * first column is feature 1, as in arrays. 0: the data were an SVMlight file that LightGBM or XGBoost read itself, in which feature 1 is the second column.
   */
  readonly firstFeature?: 0 | 1
}

/** What a file holds, once it is taken apart. */
type Content = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'document'; readonly document: unknown }

const shapes = {
  content: either('a text or a Uint8Array', (value) => typeof value === 'string' || value instanceof Uint8Array),
  file: textShape,
  options: optionsShape({ from: optional(oneOf(...importFormats)), firstFeature: optional(oneOf(0, 1)) }),
}

/**
 * The model in another program's file, as one of ours that gives the same scores: the sum of its trees, before any function that the program
 * applies to it, such as a sigmoid. What has no exact form here is refused, or told in `notes`. `file` is the name in errors.
 */
export function importModel(content: string | Uint8Array, file: string, options: ImportOptions = {}): Imported {
  requireArguments({ content, file, options }, shapes)
  const found = contentOf(content, file, options.from)
  const from = options.from ?? formatOf(found, file)
  const imported = readers[from](found, file)
  if (imported.model.kind === 'trees') requireFiniteLeaves(imported.model, from, file)
  return withFirstFeature(imported, options.firstFeature, file)
}

const readers: Readonly<Record<ImportFormat, (content: Content, file: string) => Imported>> = {
  lightgbm: (content, file) =>
    content.kind === 'text' ? readLightgbm(content.text, file) : readLightgbmJson(objectOf(content, 'lightgbm', file), file),
  xgboost(content, file) {
    const document = content.kind === 'document' ? content.document : undefined
    const dumped = Array.isArray(document) || (isObject(document) && 'splits' in document)
    return dumped ? readXgboostDump(document, file, 'xgboost', true) : readXgboost(objectOf(content, 'xgboost', file), file)
  },
  catboost: (content, file) => readCatboost(objectOf(content, 'catboost', file), file),
  ranklib: (content, file) =>
    content.kind === 'text' ? readRanklibModel(content.text, file) : notOne(file, 'a RankLib model starts with "## " and its kind'),
  solr: (content, file) => readSolrModel(objectOf(content, 'solr', file), file),
  elasticsearch: (content, file) =>
    content.kind === 'text' ? readElasticsearchModel(content.text, file) : readElasticsearchModel(content.document, file),
}

/** JSON and UBJSON are taken apart; other texts stay whole. */
function contentOf(content: string | Uint8Array, file: string, from: ImportFormat | undefined): Content {
  if (typeof content !== 'string' && content[0] === 0x7b && 'iUIlL$#'.includes(String.fromCharCode(content[1])))
    return { kind: 'document', document: readUbjson(content, (at, reason) => broken('XGBoost', file, `byte ${at}`, reason)) }
  const text = (typeof content === 'string' ? content : decoded(content, file)).replace(/^\uFEFF/, '')
  if (!/^\s*[[{]/.test(text)) return { kind: 'text', text }
  try {
    return { kind: 'document', document: JSON.parse(text) }
  } catch (error) {
    const reason = `it starts as JSON, and is none: ${error instanceof Error ? error.message.slice(0, 100) : 'it cannot be read'}`
    return from === undefined ? notOne(file, reason) : broken(importTitles[from], file, 'the whole', reason)
  }
}

/** What other files of these programs start with. */
const otherFiles: readonly (readonly [start: string, hint: string])[] = [
  ['CBM1', "it is CatBoost's own format; save the model again with save_model(FILE, format='json')"],
  ['binf', "it is XGBoost's old binary format; save the model again as model.json or model.ubj"],
  ['\x80', 'it is a Python pickle; save the model with its own save_model instead'],
  ['PK', 'it is a ZIP file; give the model inside it'],
]

function decoded(bytes: Uint8Array, file: string): string {
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  const hint = otherFiles.find(([known]) => start.startsWith(known))?.[1]
  if (hint !== undefined) return notOne(file, hint)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return notOne(file, 'it is neither UTF-8 text nor UBJSON')
  }
}

function formatOf(content: Content, file: string): ImportFormat {
  if (content.kind === 'text') {
    if (/^tree\r?\n/.test(content.text)) return 'lightgbm'
    if (/^\s*##/.test(content.text)) return 'ranklib'
    return notOne(file, 'it starts neither as JSON nor with the line "tree" of LightGBM or the "##" of RankLib')
  }
  const { document } = content
  if (Array.isArray(document) && isObject(document[0]) && ('nodeid' in document[0] || 'leaf' in document[0])) return 'xgboost'
  if (isObject(document)) {
    for (const [format, keys] of documentKeys) if (keys.some((key) => key in document)) return format
  }
  return notOne(file, 'this JSON has none of the keys by which the models of these programs are known')
}

const documentKeys: readonly (readonly [ImportFormat, readonly string[]])[] = [
  ['xgboost', ['learner', 'splits']],
  ['lightgbm', ['tree_info']],
  ['catboost', ['oblivious_trees', 'features_info']],
  ['solr', ['class']],
  ['elasticsearch', ['model', '_source']],
]

/** Numbers of features from 1, as ours are. */
function withFirstFeature(imported: Imported, firstFeature: 0 | 1 | undefined, file: string): Imported {
  const { from, model, notes } = imported
  const zeroBased = from === 'lightgbm' || from === 'xgboost' || from === 'catboost'
  if (model.kind !== 'trees' || typeof model.features !== 'number' || !zeroBased) {
    if (firstFeature === 0) return notShifted(file, from, 'it does not call its features by numbers from 0')
    return imported
  }
  const used = model.columns.includes(0)
  const first = from === 'lightgbm' ? 'Column_0' : from === 'xgboost' ? 'f0' : 'feature 0'
  if (firstFeature === 0) {
    if (used) return notShifted(file, from, `its trees look at ${first}, which is no feature of an SVMlight file`)
    return {
      ...imported,
      model: { ...model, features: Math.max(1, model.features - 1), columns: model.columns.map((column) => column - 1) },
    }
  }
  if (used || firstFeature === 1 || model.features === 1 || from === 'catboost') return imported
  return { ...imported, notes: [...notes, unusedFirst(first)] }
}

function unusedFirst(first: string): string {
  return `no tree looks at ${first}, which is feature 1 here. If the model was trained on an SVMlight file, feature 1 of that file is the column after it: import again with ${namedOption({ firstFeature: 0 })}`
}

function notShifted(file: string, from: ImportFormat, reason: string): never {
  throw new RankwrightError({ area: 'export', code: 'no-first-feature', at: { file }, format: importTitles[from], reason })
}

/** Weights and scales of trees may carry a leaf beyond all numbers. */
function requireFiniteLeaves({ starts, leaves }: TreesModel, from: ImportFormat, file: string): void {
  const leaf = leaves.findIndex((value) => !Number.isFinite(value))
  if (leaf < 0) return
  const tree = starts.findIndex((start, number) => start + number > leaf)
  broken(importTitles[from], file, `tree ${tree}`, 'a leaf times the weight of its tree is beyond all numbers')
}

function objectOf(content: Content, from: ImportFormat, file: string): JsonObject {
  if (content.kind === 'document' && isObject(content.document)) return content.document
  return broken(importTitles[from], file, 'the whole', 'expected a JSON object')
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function notOne(file: string, reason: string): never {
  throw new RankwrightError({ area: 'export', code: 'not-an-importable-model', at: { file }, reason })
}

function broken(format: string, file: string, where: string, reason: string): never {
  throw new RankwrightError({ area: 'export', code: 'broken-foreign-model', at: { file }, format, where, reason })
}
