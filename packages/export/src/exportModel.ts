import { type LinearModel, type Model, type RankingLists, RankwrightError } from '@rankwright/core'
import { featureNumbers } from '@rankwright/core/data'
import { featureNamesOf, kindOf, type MappedModel, type MissingValues, matchLists, requireMapped } from '@rankwright/core/models'
import { elasticsearchText } from './elasticsearch.ts'
import { exportFormsOf } from './exportTable.ts'
import { float32Decimal } from './float32Decimal.ts'
import type { ForeignFormat } from './foreignModel.ts'
import { ranklibNames, spelled, toForeign } from './linearParts.ts'
import { onnxBytes } from './onnx/onnxFile.ts'
import { foreignDifference, foreignParity, javascriptParity, type OnnxRunner, onnxParity, type Parity } from './parity.ts'
import { missingValues, probeRows, rangeOf } from './probeRows.ts'
import { ranklibText } from './ranklib.ts'
import { readForeignModel } from './readForeignModel.ts'
import { solrText } from './solr.ts'

export const exportTargets = ['ranklib', 'elasticsearch', 'solr', 'js', 'onnx'] as const
export type ExportTarget = (typeof exportTargets)[number]

export interface ExportOptions {
  readonly to: ExportTarget
  /** What the model is called in Elasticsearch, Solr or ONNX. */
  readonly name?: string
  /** Solr: the feature store that the model belongs to. */
  readonly store?: string
  /** Rows to compare the export with the model on, beside those that are made up. */
  readonly probe?: RankingLists
  /** Hands an export out although the target, left to itself, scores some rows of `probe` otherwise than the model: see `limits`. */
  readonly acceptLimits?: boolean
  /** Runs ONNX models instead of our emulation. */
  readonly onnxRunner?: OnnxRunner
}

export interface Exported {
  readonly target: ExportTarget
  /** The whole file. */
  readonly content: string | Uint8Array
  readonly parity: Parity
  readonly missing: MissingRestated
  /** Where the target does not do what the model does, in sentences; empty when it always does. */
  readonly limits: readonly string[]
}

/** How a missing value has to be treated where the model runs from now on. */
export interface MissingRestated {
  readonly policy: MissingValues
  /** `itself`: the export does it. `caller`: it takes 0 for what is missing, so `fill` has to be given instead. */
  readonly by: 'itself' | 'caller'
  /** What to give for a missing value of each feature that is not 0; only with `caller`. */
  readonly fill?: Readonly<Record<string, number>>
}

/** Exports that differ by more than this share of the spread of the scores are not handed out. */
const tolerance = 1e-3

/**
 * A model in the format of other software. The result is read back, run as the target runs it and compared with the model, missing
 * values included; what the target cannot express is an error, or listed in `limits` if it only concerns values outside the training range.
 */
export async function exportModel(given: Model, options: ExportOptions): Promise<Exported> {
  const { to, probe } = options
  const made = madeOf(given, options)
  const { content } = made
  const model = requireMapped(given)
  const rows = probeLists(model, to, probe)
  const checks: Parity[] = []
  for (const lists of rows) checks.push(await compared(model, made, options, lists))
  const parity = checks.reduce((a, b) => ({
    rows: a.rows + b.rows,
    maxDifference: Math.max(a.maxDifference, b.maxDifference),
    spread: Math.max(a.spread, b.spread),
    checkedIn: a.checkedIn,
  }))
  if (parity.maxDifference > tolerance * Math.max(parity.spread, 1e-30) && parity.maxDifference > 1e-12) {
    const { maxDifference: difference, spread } = parity
    throw new RankwrightError({ area: 'export', code: 'export-differs', target: to, difference, spread })
  }
  const restatement = restated(model, made.linear, to)
  const differing = probe === undefined ? undefined : differingRows(made, to, probe)
  if (differing === undefined || differing.rows === 0) return { target: to, content, parity, ...restatement }
  if (options.acceptLimits !== true) throw new RankwrightError({ area: 'export', code: 'probe-rows-differ', target: to, ...differing })
  const { rows: count, of, maxDifference } = differing
  const limit = `for these reasons ${count} of the ${of} probe rows are scored differently there, by up to ${maxDifference.toPrecision(2)}`
  return { target: to, content, parity, ...restatement, limits: [...restatement.limits, limit] }
}

/** An export, and the weighted sum that it is of where the target knows nothing else. */
interface Made {
  readonly content: string | Uint8Array
  readonly linear?: LinearModel
}

function madeOf(model: Model, { to, name = 'rankwright', store }: ExportOptions): Made {
  const forms = exportFormsOf(model)
  switch (to) {
    case 'ranklib': {
      const linear = forms.weightedSum?.(model) ?? refuse(model, spelled[to])
      return { linear, content: ranklibText(toForeign(linear, to, name), ranklibRemarks(linear)) }
    }
    case 'elasticsearch': {
      const linear = forms.weightedSum?.(model) ?? refuse(model, spelled[to])
      return { linear, content: elasticsearchText(toForeign(linear, to, name)) }
    }
    case 'solr': {
      const linear = forms.weightedSum?.(model) ?? refuse(model, spelled[to])
      return { linear, content: solrText(toForeign(linear, to, name, store)) }
    }
    case 'js':
      return { content: forms.javascript?.(model) ?? refuse(model, 'JavaScript') }
    case 'onnx':
      return { content: onnxBytes(forms.onnx?.(model, name) ?? refuse(model, 'ONNX')) }
    default:
      throw new RankwrightError({ area: 'export', code: 'unknown-target', found: String(to satisfies never), known: exportTargets })
  }
}

/** Says what the target cannot express, and which one could. */
function refuse(model: Model, target: string): never {
  const { what, weightedSum, javascript, onnx } = exportFormsOf(model)
  const targets = [...(weightedSum ? exportTargets.filter(isForeign) : []), ...(javascript ? ['js'] : []), ...(onnx ? ['onnx'] : [])]
  if (targets.length === 0) throw new RankwrightError({ area: 'export', code: 'export-model-kind', title: kindOf(model).title })
  throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target, what, targets })
}

/** Targets that neither clip nor fill in are asked what they make of the rows as they are. */
function differingRows({ linear, content }: Made, to: ExportTarget, probe: RankingLists) {
  if (linear === undefined || typeof content !== 'string') return undefined
  return foreignDifference(linear, readForeignModel(content, `the ${to} export`), matchLists(linear, probe).lists, tolerance)
}

function probeLists(model: MappedModel, to: ExportTarget, probe: RankingLists | undefined): RankingLists[] {
  const { featureMap: map } = model
  const pieces = map.scale.kind === 'quantile' ? map.scale.knots.length / Math.max(1, map.width) + 1 : 1
  const rows = Math.min(256, Math.max(16, Math.round(200_000 / Math.max(1, map.width * pieces))))
  const madeUp = probeRows(map, { rows, outside: !isForeign(to) })
  return probe === undefined ? [madeUp] : [madeUp, matchLists(model, probe).lists]
}

async function compared(
  model: MappedModel,
  { content, linear }: Made,
  { to, onnxRunner }: ExportOptions,
  lists: RankingLists,
): Promise<Parity> {
  if (typeof content !== 'string') return onnxParity(model, content, lists, onnxRunner)
  if (linear === undefined) return javascriptParity(model, content, lists)
  return foreignParity(linear, readForeignModel(content, `the ${to} export`), lists)
}

function isForeign(to: ExportTarget): to is ForeignFormat {
  return to === 'ranklib' || to === 'elasticsearch' || to === 'solr'
}

const clippingLimit = 'values outside the range seen in training are clipped by the model, and not by the target: scores differ there'

function restated(model: MappedModel, linear: LinearModel | undefined, to: ExportTarget): Pick<Exported, 'missing' | 'limits'> {
  const policy = kindOf(model).missing(model)
  if (linear === undefined) return { missing: { policy, by: 'itself' }, limits: [] }
  const { weights, featureMap: map } = linear
  const limits: string[] = []
  const used = Array.from(weights.keys()).filter((column) => weights[column] !== 0)
  if (used.some((column) => rangeOf(map, column).known)) {
    limits.push(clippingLimit)
  }
  const names = to === 'ranklib' ? ranklibNames(linear) : featureNamesOf(linear)
  const fill = Object.fromEntries(
    Array.from(missingValues(map), (value, column): [string, number] => [names[column], float32Decimal(value)]).filter(
      ([, value], column) => value !== 0 && weights[column] !== 0,
    ),
  )
  if (Object.keys(fill).length === 0) return { missing: { policy, by: 'itself' }, limits }
  limits.push('the target takes 0 for a missing value, where the model takes another one: give it that value, see missing.fill')
  return { missing: { policy, by: 'caller', fill }, limits }
}

function ranklibRemarks(model: LinearModel): string[] {
  const { missing, limits } = restated(model, model, 'ranklib')
  const numbers = ranklibNames(model)
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
