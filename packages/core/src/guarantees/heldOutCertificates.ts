import type { RankingLists } from '../data/lists/rankingLists.ts'
import { measureLists } from '../metrics/measureLists.ts'
import type { Metric } from '../metrics/metric.ts'
import type { MetricFamily } from '../metrics/metricName.ts'
import { profileOf } from '../metrics/profiles.ts'
import type { Resolved } from '../options/optionTable.ts'
import { RankwrightError } from '../problems/problem.ts'
import { type HeldOutMethod, heldOutMethods, requireUnitValues } from '../theory/heldOut.ts'
import { type Assumption, type Certificate, verdictOf } from './certificate.ts'
import type { certifyOptions } from './certifyOptions.ts'

export interface HeldOutReport {
  readonly metric: string
  /** The mean over the lists that count. */
  readonly value: number
  /** With probability at least 1 − delta the expected metric is at least this. */
  readonly lower: number
  readonly method: HeldOutMethod
  /** How many lists count. */
  readonly n: number
  readonly delta: number
}

export interface HeldOutStatements {
  readonly certificates: readonly Certificate[]
  readonly heldOut: readonly HeldOutReport[]
  readonly notes: readonly string[]
}

/** Betting comes first: chosen before any data was seen, because it is nearly always the tightest of the three. */
const methods = Object.keys(heldOutMethods) as HeldOutMethod[]

export function heldOutCertificates(
  scores: Float64Array,
  lists: RankingLists,
  unseen: Assumption,
  { delta, metrics, profile, joint }: Omit<Resolved<typeof certifyOptions>, 'printed'>,
): HeldOutStatements {
  const measured = measureLists(scores, lists, { metrics, profile })
  const statements = measured.metrics.length * methods.length
  const each = joint ? delta / statements : delta
  const certificates: Certificate[] = []
  const heldOut: HeldOutReport[] = []
  for (const [index, metric] of measured.metrics.entries()) {
    const { low, high } = rangeOf(metric)
    const { values, rows } = countingValues(metric, measured.values[index])
    const units = values.map((value) => toUnit((value - low) / (high - low)))
    requireUnitValues(metric.name, units, { describe: (place) => `${metric.name} of the held-out list ${lists.listIds[rows[place]]}` })
    for (const method of methods) {
      const { lower, mean, n, terms } = heldOutMethods[method](units, each)
      const back = (unit: number) => low + unit * (high - low)
      heldOut.push({ metric: metric.name, value: back(mean), lower: back(lower), method, n, delta: each })
      certificates.push({
        theorem: method,
        statement: `The expected ${metric.name} is at least ${back(lower)}, except with probability ${each} over the draw of the ${n} held-out lists.`,
        assumptions: [
          { text: 'The held-out lists, and future ones, are drawn independently from one distribution.', holds: 'unknown' },
          unseen,
          { text: `${metric.name} lies in [${low}, ${high}].`, holds: true },
          ...definitionAssumptions(metric, profile),
        ],
        constants: {
          n: { value: n, origin: 'the held-out lists on which the metric is defined' },
          delta: { value: each, origin: deltaOrigin(joint, delta, statements) },
        },
        terms,
        bound: back(lower),
        side: 'above',
        trivial: low,
        delta: each,
        verdict: verdictOf({ bound: back(lower), side: 'above', trivial: low }),
      })
    }
  }
  return { certificates, heldOut, notes: [...measured.notes, ...notesOn(lists, joint, statements)] }
}

function deltaOrigin(joint: boolean, delta: number, statements: number): string {
  return joint ? `${delta} divided among ${statements} statements` : 'given'
}

/** The range of a metric over all lists. */
function rangeOf({ name, family }: Metric): { readonly low: number; readonly high: number } {
  if (family === 'dcg') throw new RankwrightError({ area: 'guarantee', code: 'metric-not-bounded', metric: name })
  return correlations.has(family) ? { low: -1, high: 1 } : { low: 0, high: 1 }
}

const correlations: ReadonlySet<MetricFamily> = new Set<MetricFamily>(['kendall-tau', 'spearman'])

function countingValues(metric: Metric, all: Float64Array): { readonly values: Float64Array; readonly rows: readonly number[] } {
  const rows = Array.from(all.keys()).filter((list) => !Number.isNaN(all[list]))
  if (rows.length === 0) throw new RankwrightError({ area: 'guarantee', code: 'no-list-counts', metric: metric.name, lists: all.length })
  return { values: Float64Array.from(rows, (list) => all[list]), rows }
}

/** A perfect list may come out as 1 + 2⁻⁵²: rounding, not a fault of the data. */
function toUnit(value: number): number {
  if (value > 1 && value < 1 + 1e-9) return 1
  return value < 0 && value > -1e-9 ? 0 : value
}

/** ERR divides by the best grade there is; read off the lists themselves it ties them together. */
function definitionAssumptions({ family }: Metric, profile: Resolved<typeof certifyOptions>['profile']): Assumption[] {
  if (family !== 'err' || profileOf(profile).conventions.maxGrade !== 'greatest-label') return []
  return [{ text: 'The best grade in ERR was fixed beforehand, not taken from the held-out lists.', holds: false }]
}

function notesOn({ listWeights }: RankingLists, joint: boolean, statements: number): string[] {
  const notes = joint
    ? [`All ${statements} held-out statements hold together with the probability asked for: the best of them may be quoted.`]
    : ['Each held-out statement holds by itself. To quote the best of them, ask for joint statements.']
  if (listWeights !== undefined) notes.push('List weights are not used: held-out bounds are about the plain mean over lists.')
  return notes
}
