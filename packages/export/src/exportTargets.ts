/** The table of export targets. A new target is a file of its own and a row here. */
import type { LinearModel, ListModel, Model, RankingLists, TreesModel } from '@rankwright/core'
import { featureNumbers, type RowObject } from '@rankwright/core/data'
import { requireListModel } from '@rankwright/core/models'
import { cHeader } from './c/cHeader.ts'
import { elasticsearchText } from './elasticsearch.ts'
import { type ExportForm, exportFormsOf } from './exportTable.ts'
import { type ForeignFormat, type ForeignLinearModel, foreignFormats } from './foreignModel.ts'
import { importModel } from './imports/importModel.ts'
import { javascriptTypes } from './javascriptTypes.ts'
import { namesIn, toForeign } from './linearParts.ts'
import { clippingLimit, type Restated, sumRestated, treesRestated, wholeRestated } from './missingRestated.ts'
import { inputsToGive } from './onnx/inputsToGive.ts'
import { onnxBytes } from './onnx/onnxFile.ts'
import { tableInputs } from './onnx/tableInputs.ts'
import {
  type CRunner,
  cParity,
  foreignDifference,
  foreignParity,
  javascriptParity,
  type OnnxRunner,
  objectsParity,
  onnxObjectsParity,
  onnxParity,
  type Parity,
  type RowsThatDiffer,
  rereadParity,
  type SqlRunner,
  sqlParity,
  treesDifference,
  treesParity,
} from './parity.ts'
import { ranklibText } from './ranklib.ts'
import { readForeignModel } from './readForeignModel.ts'
import { solrText } from './solr.ts'
import type { SqlDialect } from './sql/sqlExpression.ts'
import { sqlText } from './sql/sqlText.ts'
import { elasticsearchTreesText } from './trees/elasticsearchTrees.ts'
import { type ForeignTrees, toForeignTrees } from './trees/foreignTrees.ts'
import { apartInLightgbm, lightgbmTreesText } from './trees/lightgbmTrees.ts'
import { ranklibTreesText } from './trees/ranklibTrees.ts'
import { readForeignTrees } from './trees/readForeignTrees.ts'
import { solrGap, solrTreesText } from './trees/solrTrees.ts'
import { apartInXgboost, xgboostTreesText } from './trees/xgboostTrees.ts'

interface TargetRow {
  /** What messages call it. */
  readonly title: string
  /** The forms of a model that it takes; a kind of model has one of them, or cannot go there. */
  readonly forms: readonly ExportForm[]
  /** Undefined if the model does not have the form. */
  make(model: Model, options: MakeOptions): Made | undefined
}

export interface MakeOptions {
  readonly name: string
  readonly store?: string
  readonly onnxRunner?: OnnxRunner
  readonly dialect?: SqlDialect
  readonly sqlRunner?: SqlRunner
  readonly cRunner?: CRunner
}

/** An export, and how to find out whether it is right. */
export interface Made {
  readonly content: string | Uint8Array
  /** The text of a file with types, to go beside it. */
  readonly types?: string
  /** Whether the export also does what the model's rule says about what is left undecided. */
  readonly carriesRule?: true
  /** For exports that also make the features of a model with encoders: compares what they give for objects. */
  comparedObjects?(model: ListModel, objects: readonly RowObject[]): Promise<Parity>
  restated(model: ListModel): Restated
  /** Scores the rows as the target does, and compares. */
  compared(model: ListModel, lists: RankingLists): Promise<Parity>
  /** Where clipping and filling in are left to others: which of the rows, matched with the model, the target scores differently as they are. */
  asIs?(lists: RankingLists, tolerance: number): RowsThatDiffer & { readonly spread: number }
}

const sums: Readonly<Record<ForeignFormat, TargetRow>> = {
  ranklib: sumOrTrees('ranklib', {
    sum: (foreign, linear) => ranklibText(foreign, ranklibRemarks(linear, sumRestated(linear, 'ranklib'))),
    trees: (foreign, trees) => ranklibTreesText(foreign, ranklibRemarks(trees, treesRestated(trees))),
  }),
  elasticsearch: sumOrTrees('elasticsearch', { sum: elasticsearchText, trees: elasticsearchTreesText }),
  solr: sumOrTrees('solr', { sum: solrText, trees: solrTreesText }),
}

const targets = {
  ...sums,
  lightgbm: treesOnly('LightGBM', {
    text: lightgbmTreesText,
    apart: apartInLightgbm,
    limit: 'LightGBM takes values within 1e-35 of 0 as 0: such values, other than 0 itself, may be scored differently',
  }),
  xgboost: treesOnly('XGBoost', {
    text: xgboostTreesText,
    apart: apartInXgboost,
    limit:
      'values of 3.4028235e38, which some splits compare with, and values between -1 and 0 as categories go another way in XGBoost: rows with such values may be scored differently',
  }),
  sql: {
    title: 'SQL',
    forms: ['weightedSum', 'trees'],
    make(model, { dialect = 'duckdb', sqlRunner }) {
      const forms = exportFormsOf(model)
      const known = forms.weightedSum?.(model) ?? forms.trees?.(model)
      if (known === undefined) return undefined
      const { content, expression } = sqlText(known, dialect)
      // The expression of Spark is not run by DuckDB, which quotes names otherwise.
      const runner = dialect === 'duckdb' ? sqlRunner : undefined
      return { content, restated: wholeRestated, compared: (of, lists) => sqlParity(of, expression, lists, runner) }
    },
  },
  c: {
    title: 'C',
    forms: ['weightedSum', 'trees'],
    make(model, { name, cRunner }) {
      const forms = exportFormsOf(model)
      const known = forms.weightedSum?.(model) ?? forms.trees?.(model)
      if (known === undefined) return undefined
      const header = cHeader(known, name)
      return { content: header.content, restated: wholeRestated, compared: (_, lists) => cParity(known, header, lists, cRunner) }
    },
  },
  js: {
    title: 'JavaScript',
    forms: ['javascript'],
    make(model) {
      const content = exportFormsOf(model).javascript?.(model)
      if (content === undefined) return undefined
      return {
        content,
        types: javascriptTypes(requireListModel(model)),
        carriesRule: true,
        restated: wholeRestated,
        compared: (of, lists) => javascriptParity(of, content, lists),
        comparedObjects: (of, objects) => objectsParity(of, content, objects),
      }
    },
  },
  onnx: {
    title: 'ONNX',
    forms: ['onnx'],
    make(model, { name, onnxRunner }) {
      const forms = exportFormsOf(model)
      if (forms.onnx === undefined) return undefined
      const known = requireListModel(model)
      const given = tableInputs(known)
      const content = onnxBytes(forms.onnx(model, name, given))
      if (given.texts.length === 0)
        return { content, restated: wholeRestated, compared: (of, lists) => onnxParity(of, content, lists, onnxRunner) }
      // Rows of any features go into the same graph without its first nodes, objects into the graph itself.
      const inner = onnxBytes(forms.onnx(model, name, tableInputs({ features: known.features })))
      const ofTable = { bytes: content, given, javascript: forms.javascript!(model) }
      return {
        content,
        restated: (of) => ({ ...wholeRestated(of), limits: [inputsToGive(of, given)] }),
        compared: (of, lists) => onnxParity(of, inner, lists, onnxRunner),
        comparedObjects: (of, objects) => onnxObjectsParity(of, ofTable, objects, onnxRunner),
      }
    },
  },
} satisfies Readonly<Record<string, TargetRow>>

export type ExportTarget = keyof typeof targets

export const exportTargets = Object.keys(targets) as readonly ExportTarget[]

/** Undefined if there is no target of that name. */
export function targetOf(name: string): TargetRow | undefined {
  return Object.hasOwn(targets, name) ? targets[name as ExportTarget] : undefined
}

/** The targets that a model of this kind can go to. */
export function targetsFor(model: Model): readonly ExportTarget[] {
  const forms = exportFormsOf(model)
  return exportTargets.filter((name) => targets[name].forms.some((form) => forms[form] !== undefined))
}

interface Writers {
  sum(foreign: ForeignLinearModel, linear: LinearModel): string
  trees(foreign: ForeignTrees, model: TreesModel): string
}

/** A target that knows weighted sums of features, and sums of trees. The text is read back, and what was read is run. */
function sumOrTrees(format: ForeignFormat, write: Writers): TargetRow {
  return {
    title: foreignFormats[format].title,
    forms: ['weightedSum', 'trees'],
    make(model, { name, store }) {
      const forms = exportFormsOf(model)
      const linear = forms.weightedSum?.(model)
      if (linear !== undefined) return madeSum(linear, format, write.sum(toForeign(linear, format, name, store), linear))
      const trees = forms.trees?.(model)
      return trees && madeTrees(trees, format, write.trees(toForeignTrees(trees, format, name, store), trees))
    },
  }
}

function madeSum(linear: LinearModel, format: ForeignFormat, content: string): Made {
  const foreign = readForeignModel(content, `the ${format} export`)
  return {
    content,
    restated: () => sumRestated(linear, format),
    compared: async (_, lists) => foreignParity(linear, foreign, lists),
    asIs: (lists, tolerance) => foreignDifference(linear, foreign, lists, tolerance),
  }
}

interface TreesWriter {
  text(model: TreesModel): string
  /** Values that the target may treat differently, which `limit` tells about; undefined if there are none. */
  apart(model: TreesModel): ((value: number, column: number) => boolean) | undefined
  readonly limit: string
}

/** A target for trees alone, whose files can be imported: what was imported is run. */
function treesOnly(title: string, { text, apart: apartIn, limit }: TreesWriter): TargetRow {
  return {
    title,
    forms: ['trees'],
    make(model) {
      const trees = exportFormsOf(model).trees?.(model)
      if (trees === undefined) return undefined
      const content = text(trees)
      const reread = importModel(content, `the ${title} export`, { firstFeature: 1 }).model
      const apart = apartIn(trees)
      return {
        content,
        restated: (of) => ({ ...wholeRestated(of), limits: apart === undefined ? [] : [limit] }),
        compared: async (_, lists) => {
          if (reread.kind !== 'trees') throw new TypeError('trees were exported')
          return rereadParity(trees, reread, lists, apart)
        },
      }
    },
  }
}

function madeTrees(trees: TreesModel, format: ForeignFormat, content: string): Made {
  const foreign = readForeignTrees(content, `the ${format} export`)
  const restated = format === 'solr' ? solrRestated(trees) : treesRestated(trees)
  const apart = format === 'solr' ? apartInSolr(trees) : undefined
  return {
    content,
    restated: () => restated,
    compared: async (_, lists) => treesParity(trees, foreign, lists, { withMissing: restated.missing.by === 'itself', apart }),
    asIs: (lists, tolerance) => treesDifference(trees, foreign, lists, tolerance),
  }
}

function solrRestated(trees: TreesModel): Restated {
  const { missing, limits } = treesRestated(trees)
  const gaps = Array.from(trees.thresholds, solrGap).filter((gap) => gap !== undefined)
  if (gaps.length === 0) return { missing, limits }
  const widest = gaps.reduce((most, [above, upTo]) => Math.max(most, upTo - above), 0)
  const thresholds = gaps.length === 1 ? '1 threshold' : `${gaps.length} thresholds`
  const limit = `Solr adds 0.000001 to each threshold and cannot hit ${thresholds} of the model exactly: values that lie between, at most ${widest.toPrecision(2)} apart, are scored differently`
  return { missing, limits: [...limits, limit] }
}

/** Whether Solr sends a value another way. */
function apartInSolr({ columns, thresholds }: TreesModel): ((value: number, column: number) => boolean) | undefined {
  const gaps = new Map<number, (readonly [number, number])[]>()
  for (const [split, column] of columns.entries()) {
    const gap = solrGap(thresholds[split])
    if (gap !== undefined) gaps.set(column, [...(gaps.get(column) ?? []), gap])
  }
  if (gaps.size === 0) return undefined
  return (value, column) => gaps.get(column)?.some(([above, upTo]) => value > above && value <= upTo) === true
}

function ranklibRemarks(model: LinearModel | TreesModel, { missing, limits }: Restated): string[] {
  const numbers = namesIn('ranklib', model)
  const named = typeof model.features === 'number' || featureNumbers(model.features) !== undefined ? [] : model.features
  const names = named.map((name, column) => `feature ${numbers[column]} is ${JSON.stringify(name)}`)
  const fill = Object.entries(missing.fill ?? {}).map(([feature, value]) => `${feature}:${value}`)
  return [
    `written by rankwright, method ${model.method}`,
    `missing values: ${missing.policy}${fill.length === 0 ? '' : `; give instead ${fill.join(' ')}`}`,
    ...limits.filter((limit) => limit === clippingLimit),
    ...names,
  ]
}
