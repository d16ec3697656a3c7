/** Turns names, a profile and overrides into metrics that are ready to measure. */

import { either, number, oneOf, type ShapesOf, text, texts } from '../arguments/shapes.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import type { Conventions } from './conventions.ts'
import { type Metric, metricOf } from './metric.ts'
import { parseMetric } from './metricName.ts'
import { type ProfileName, profileOf } from './profiles.ts'
import { tiesNames } from './ties.ts'

/** Conventions given here take precedence over those of the profile. */
export interface MetricChoice extends Partial<Conventions> {
  /** Names such as `ndcg@10`. */
  readonly metrics?: readonly string[]
  readonly profile?: ProfileName
}

/** The names of `MetricChoice`, and what they take. */
export const metricChoiceShapes: ShapesOf<MetricChoice> = {
  metrics: texts,
  profile: text,
  gain: oneOf('linear', 'exponential'),
  discount: oneOf('log2', 'letor'),
  ties: oneOf(...tiesNames, 'together'),
  scorePrecision: oneOf('double', 'single'),
  relevantFrom: number(),
  maxGrade: either(
    'a number of at least 0, or greatest-label',
    (grade) => grade === 'greatest-label' || (Number.isFinite(grade) && Number(grade) >= 0),
  ),
  stopping: oneOf('graded', 'probability'),
  emptyLists: oneOf('skip', 'zero', 'one'),
  shortLists: oneOf('as-they-are', 'zero'),
  precisionDivisor: oneOf('cutoff', 'places'),
  averagePrecisionDivisor: oneOf('relevant', 'reachable'),
  listWeights: oneOf('used', 'ignored'),
}

export interface ChosenMetrics {
  readonly profile: ProfileName
  /** What the profile and the overrides say together; single metrics may have exceptions, see `Metric.conventions`. */
  readonly conventions: Conventions
  readonly metrics: readonly Metric[]
  /** What a reader of the numbers should know. */
  readonly notes: readonly string[]
}

export const defaultMetrics: readonly string[] = ['ndcg@10', 'err@10', 'map', 'mrr', 'p@10']

/** `labels` are those of all lists that will be measured: ERR needs the greatest grade. */
export function chooseMetrics(
  { metrics = defaultMetrics, profile: profileName = 'rankwright', ...given }: MetricChoice,
  labels: Numbers,
): ChosenMetrics {
  const profile = profileOf(profileName)
  const names = metrics.map(parseMetric)
  const overrides: Partial<Conventions> = Object.fromEntries(
    conventionNames.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  )
  const conventions = { ...profile.conventions, ...overrides }
  const usesGrade = conventions.maxGrade === 'greatest-label' && names.some(({ family }) => family === 'err')
  const maxGrade = usesGrade ? greatest(labels) : conventions.maxGrade
  return {
    profile: profile.name,
    conventions: { ...conventions, maxGrade },
    metrics: names.map((name) => metricOf(name, { ...profile.conventions, ...profile.exceptions?.[name.family], ...overrides, maxGrade })),
    notes: names
      .filter(({ family }) => profile.covers !== 'all' && !profile.covers.includes(family))
      .map(({ name }) => `${profile.name} does not compute ${name}: our definition, with its ties, gain and relevance threshold.`),
  }
}

const conventionNames = [
  'gain',
  'discount',
  'ties',
  'scorePrecision',
  'relevantFrom',
  'maxGrade',
  'stopping',
  'emptyLists',
  'shortLists',
  'precisionDivisor',
  'averagePrecisionDivisor',
  'listWeights',
] as const satisfies readonly (keyof Conventions)[]

function greatest(labels: Numbers): number {
  let most = 0
  for (let row = 0; row < labels.length; row++) if (labels[row] > most) most = labels[row]
  return most
}
