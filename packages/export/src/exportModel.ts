import { featureNumbers, type LinearModel, type Model, matchFeatures, type RankingLists, RankwrightError } from '@rankwright/core'
import { elasticsearchText } from './elasticsearch.ts'
import { type ExportableModel, namesOf, requireExportable, requireLinear } from './exportable.ts'
import { float32Decimal } from './float32Decimal.ts'
import type { ForeignFormat } from './foreignModel.ts'
import { javascriptText } from './javascript.ts'
import { ranklibNames, spelled, toForeign } from './linearParts.ts'
import { onnxBytes } from './onnx/onnxFile.ts'
import { onnxGraph } from './onnx/onnxGraph.ts'
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
  /** Runs ONNX models in place of our emulation. */
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
  readonly policy: 'zero' | 'mean'
  /** `itself`: the export does it. `caller`: it takes 0 for what is missing, so `fill` has to be given instead. */
  readonly by: 'itself' | 'caller'
  /** What to give for a missing value of each feature that is not 0; only with `caller`. */
  readonly fill?: Readonly<Record<string, number>>
}

/** Exports that differ by more than this share of the spread of the scores are not handed out. */
const tolerance = 1e-3

/**
 * A model in the format of other software. The result is read back, run as the target runs it and compared with the model, missing
 * values included; what the target cannot express is refused, or told in `limits` where it only concerns values outside the training range.
 */
export async function exportModel(given: Model, options: ExportOptions): Promise<Exported> {
  const model = requireExportable(given)
  const { to, probe } = options
  const made = content(model, options)
  const rows = probeLists(model, to, probe)
  const checks: Parity[] = []
  for (const lists of rows) checks.push(await compared(model, options, made, lists))
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
  const told = restated(model, to)
  const differing = probe === undefined ? undefined : differingRows(model, options, made, probe)
  if (differing === undefined || differing.rows === 0) return { target: to, content: made, parity, ...told }
  if (options.acceptLimits !== true) throw new RankwrightError({ area: 'export', code: 'probe-rows-differ', target: to, ...differing })
  const { rows: count, of, maxDifference } = differing
  const limit = `for these reasons ${count} of the ${of} probe rows are scored differently there, by up to ${maxDifference.toPrecision(2)}`
  return { target: to, content: made, parity, ...told, limits: [...told.limits, limit] }
}

/** Targets that neither clip nor fill in are asked what they make of the rows as they are. */
function differingRows(model: ExportableModel, { to }: ExportOptions, made: string | Uint8Array, probe: RankingLists) {
  if (!isForeign(to) || typeof made !== 'string' || model.kind !== 'linear') return undefined
  return foreignDifference(model, readForeignModel(made, `the ${to} export`), matchFeatures(model, probe).lists, tolerance)
}

function content(model: ExportableModel, { to, name = 'rankwright', store }: ExportOptions): string | Uint8Array {
  switch (to) {
    case 'ranklib': {
      const linear = requireLinear(model, spelled[to])
      return ranklibText(toForeign(linear, to, name), ranklibRemarks(linear))
    }
    case 'elasticsearch':
      return elasticsearchText(toForeign(requireLinear(model, spelled[to]), to, name))
    case 'solr':
      return solrText(toForeign(requireLinear(model, spelled[to]), to, name, store))
    case 'js':
      return javascriptText(model)
    case 'onnx':
      return onnxBytes(onnxGraph(model, name))
    default:
      throw new RankwrightError({ area: 'export', code: 'unknown-target', found: String(to satisfies never), known: exportTargets })
  }
}

function probeLists(model: ExportableModel, to: ExportTarget, probe: RankingLists | undefined): RankingLists[] {
  const { featureMap: map } = model
  const pieces = map.scale.kind === 'quantile' ? map.scale.knots.length / Math.max(1, map.width) + 1 : 1
  const rows = Math.min(256, Math.max(16, Math.round(200_000 / Math.max(1, map.width * pieces))))
  const madeUp = probeRows(map, { rows, outside: !isForeign(to) })
  return probe === undefined ? [madeUp] : [madeUp, matchFeatures(model, probe).lists]
}

async function compared(
  model: ExportableModel,
  { to, onnxRunner }: ExportOptions,
  made: string | Uint8Array,
  lists: RankingLists,
): Promise<Parity> {
  if (typeof made !== 'string') return onnxParity(model, made, lists, onnxRunner)
  if (!isForeign(to)) return javascriptParity(model, made, lists)
  return foreignParity(requireLinear(model, spelled[to]), readForeignModel(made, `the ${to} export`), lists)
}

function isForeign(to: ExportTarget): to is ForeignFormat {
  return to === 'ranklib' || to === 'elasticsearch' || to === 'solr'
}

const clippingLimit = 'values outside the range seen in training are clipped by the model, and not by the target: scores differ there'

function restated(model: ExportableModel, to: ExportTarget): Pick<Exported, 'missing' | 'limits'> {
  const { featureMap: map } = model
  if (!isForeign(to) || model.kind !== 'linear') return { missing: { policy: map.missing, by: 'itself' }, limits: [] }
  const { weights } = model
  const limits: string[] = []
  const used = Array.from(weights.keys()).filter((column) => weights[column] !== 0)
  if (used.some((column) => rangeOf(map, column).known)) {
    limits.push(clippingLimit)
  }
  const names = to === 'ranklib' ? ranklibNames(model) : namesOf(model)
  const fill = Object.fromEntries(
    Array.from(missingValues(map), (value, column): [string, number] => [names[column], float32Decimal(value)]).filter(
      ([, value], column) => value !== 0 && weights[column] !== 0,
    ),
  )
  if (Object.keys(fill).length === 0) return { missing: { policy: map.missing, by: 'itself' }, limits }
  limits.push('the target takes 0 for a missing value, where the model takes another one: give it that value, see missing.fill')
  return { missing: { policy: map.missing, by: 'caller', fill }, limits }
}

function ranklibRemarks(model: LinearModel): string[] {
  const { missing, limits } = restated(model, 'ranklib')
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
