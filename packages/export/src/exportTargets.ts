/** The table of export targets. A new target is a file of its own and a row here. */
import type { LinearModel, Model, RankingLists } from '@rankwright/core'
import { featureNumbers } from '@rankwright/core/data'
import type { MappedModel } from '@rankwright/core/models'
import { elasticsearchText } from './elasticsearch.ts'
import { type ExportForm, exportFormsOf } from './exportTable.ts'
import { type ForeignFormat, type ForeignLinearModel, foreignFormats } from './foreignModel.ts'
import { namesIn, toForeign } from './linearParts.ts'
import { clippingLimit, type Restated, sumRestated, wholeRestated } from './missingRestated.ts'
import { onnxBytes } from './onnx/onnxFile.ts'
import { foreignParity, javascriptParity, type OnnxRunner, onnxParity, type Parity } from './parity.ts'
import { ranklibText } from './ranklib.ts'
import { readForeignModel } from './readForeignModel.ts'
import { solrText } from './solr.ts'

interface TargetRow {
  /** What messages call it. */
  readonly title: string
  /** The form of a model that it takes; a kind of model has it, or cannot go there. */
  readonly form: ExportForm
  /** Undefined if the model does not have the form. */
  make(model: Model, options: MakeOptions): Made | undefined
}

export interface MakeOptions {
  readonly name: string
  readonly store?: string
  readonly onnxRunner?: OnnxRunner
}

/** An export, and how to find out whether it is right. */
export interface Made {
  readonly content: string | Uint8Array
  /** Where the target knows weighted sums only: the sum, and the same as read back from the export. */
  readonly sum?: { readonly linear: LinearModel; readonly foreign: ForeignLinearModel }
  /** Whether the export also does what the model's rule says about what is left undecided. */
  readonly carriesRule?: true
  restated(model: MappedModel): Restated
  /** Scores the rows as the target does, and compares. */
  compared(model: MappedModel, lists: RankingLists): Promise<Parity>
}

const sums: Readonly<Record<ForeignFormat, TargetRow>> = {
  ranklib: weightedSum('ranklib', (foreign, linear) => ranklibText(foreign, ranklibRemarks(linear))),
  elasticsearch: weightedSum('elasticsearch', elasticsearchText),
  solr: weightedSum('solr', solrText),
}

const targets = {
  ...sums,
  js: {
    title: 'JavaScript',
    form: 'javascript',
    make(model) {
      const content = exportFormsOf(model).javascript?.(model)
      if (content === undefined) return undefined
      return { content, carriesRule: true, restated: wholeRestated, compared: (of, lists) => javascriptParity(of, content, lists) }
    },
  },
  onnx: {
    title: 'ONNX',
    form: 'onnx',
    make(model, { name, onnxRunner }) {
      const graph = exportFormsOf(model).onnx?.(model, name)
      if (graph === undefined) return undefined
      const content = onnxBytes(graph)
      return { content, restated: wholeRestated, compared: (of, lists) => onnxParity(of, content, lists, onnxRunner) }
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
  return exportTargets.filter((name) => forms[targets[name].form] !== undefined)
}

/** A target that only knows weighted sums of features. The text is read back, and what was read is run. */
function weightedSum(format: ForeignFormat, write: (foreign: ForeignLinearModel, linear: LinearModel) => string): TargetRow {
  return {
    title: foreignFormats[format].title,
    form: 'weightedSum',
    make(model, { name, store }) {
      const linear = exportFormsOf(model).weightedSum?.(model)
      if (linear === undefined) return undefined
      const content = write(toForeign(linear, format, name, store), linear)
      const foreign = readForeignModel(content, `the ${format} export`)
      return {
        content,
        sum: { linear, foreign },
        restated: () => sumRestated(linear, format),
        compared: async (_, lists) => foreignParity(linear, foreign, lists),
      }
    },
  }
}

function ranklibRemarks(model: LinearModel): string[] {
  const { missing, limits } = sumRestated(model, 'ranklib')
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
