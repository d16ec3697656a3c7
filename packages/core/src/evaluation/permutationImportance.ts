/**
 * How much worse a model ranks when the values of one feature change places at random, so that they say nothing any more: Breiman 2001, "Random
 * forests", §10, for any model and any metric. Each list is measured with and without; intervals are over lists.
 */

import { requireObject } from '../arguments/requireKind.ts'
import { callback, optional } from '../arguments/shapes.ts'
import { featureColumns } from '../data/features/featureColumns.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { meanOverLists, measureKnown } from '../metrics/measureLists.ts'
import { betterValues } from '../metrics/metricDirection.ts'
import type { ProfileName } from '../metrics/profiles.ts'
import { featureNamesOf } from '../models/common/modelFacts.ts'
import { judgedFor } from '../models/judgedFor.ts'
import { kindOf } from '../models/kinds.ts'
import type { Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { groupMeans } from '../numeric/groupMeans.ts'
import type { WorkListener } from '../numeric/partOfWork.ts'
import { type Random, seededRandom } from '../numeric/random.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { recognise } from '../recognition/recognise.ts'
import { seenInWords } from '../recognition/seenCounts.ts'
import { sketcher } from '../recognition/sketchedForms.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { obeyStop } from '../runtime/training.ts'
import { bootstrapInterval, type Interval } from './bootstrap.ts'
import { importanceOptions } from './importanceOptions.ts'
import { firstOfEqual } from './repeatedLists.ts'

export interface ImportanceOptions extends OptionsOf<typeof importanceOptions> {
  /** Called after each feature. */
  readonly onProgress?: WorkListener
}

export interface PermutationImportance {
  readonly metric: string
  readonly profile: ProfileName
  readonly shuffle: 'data' | 'list'
  readonly repeats: number
  readonly confidence: number
  /** How many different lists count: those on which the metric is defined. */
  readonly lists: number
  /** The metric with all features as they are. */
  readonly value: number
  /** What the model loses most by first. */
  readonly features: readonly ImportantFeature[]
  readonly notes: readonly string[]
}

export interface ImportantFeature {
  readonly feature: string
  /** By how much the metric gets worse, on average over lists and shuffles; below 0 where it gets better. */
  readonly loss: number
  /** BCa bootstrap interval of the loss over the lists, for this feature alone. */
  readonly interval: Interval
}

export function permutationImportance(
  model: Model,
  lists: RankingLists,
  asked: ImportanceOptions = {},
  runtime: Runtime = plainRuntime,
): PermutationImportance {
  requireObject('options', asked, 'an object with options')
  const { onProgress, ...given } = asked
  optional(callback)('options.onProgress', onProgress)
  const { metric, profile, shuffle, repeats, confidence, seed } = resolveOptions(importanceOptions, given)
  requireLists('lists', lists)
  requireRuntime(runtime)
  const known = requireListModel(model)
  const kind = kindOf(known)
  const judged = judgedFor(known, lists)
  const matched = kind.match(known, judged).lists
  const measured = (features: RankingLists['features']) => {
    const scores = kind.score(known, { ...matched, features }, runtime.compute)
    return measureKnown(scores, judged, { metrics: [metric], profile }, runtime.compute).values[0]
  }
  const whole = measured(matched.features)
  const found = recognise(known, judged, sketcher(runtime.compute), { used: [] })
  const first = firstOfEqual(judged, { known: [found.first], scores: [], sketch: sketcher(runtime.compute) })
  const counting = Uint32Array.from(whole.keys()).filter((list) => !Number.isNaN(whole[list]))
  if (counting.length === 0) throw new RankwrightError({ area: 'guarantee', code: 'no-list-counts', metric, lists: whole.length })
  const groups = counting.map((list) => first[list])
  const once = (values: Float64Array) =>
    groupMeans(
      Float64Array.from(counting, (list) => values[list]),
      groups,
    )
  const weights = judged.listWeights && once(judged.listWeights)
  const sign = betterValues(metric) === 'lesser' ? -1 : 1
  const orders = Array.from({ length: repeats }, (_, repeat) => shuffled(matched, shuffle, seededRandom(seed).fork(`shuffle ${repeat}`)))
  const columns = featureColumns(matched.features, matched.width)
  const names = featureNamesOf(known)
  const unused = new Set(kind.facts(known).features.flatMap(({ feature, weight }) => (weight === 0 ? [feature] : [])))
  const features = names.map((feature, column): ImportantFeature => {
    obeyStop(runtime)
    const values = columns.read(column)
    const constant = values.every((value) => Object.is(value, values[0]))
    if (constant || (names.length === matched.width && unused.has(feature))) return { feature, loss: 0, interval: [0, 0] }
    const losses = new Float64Array(whole.length)
    for (const order of orders) {
      const without = measured(
        columns.replaced(
          column,
          Float32Array.from(order, (row) => values[row]),
        ),
      )
      for (let list = 0; list < losses.length; list++) losses[list] += (sign * (whole[list] - without[list])) / repeats
    }
    onProgress?.(column + 1, names.length)
    const each = once(losses)
    const interval = bootstrapInterval(each, { seed, confidence, ...(weights && { weights }) })
    return { feature, loss: meanOverLists(each, weights), interval }
  })
  const seen = seenInWords(found)
  return {
    metric,
    profile,
    shuffle,
    repeats,
    confidence,
    lists: new Set(groups).size,
    value: meanOverLists(once(whole), weights),
    features: features.sort((a, b) => b.loss - a.loss),
    notes:
      seen === undefined ? [] : [`The model has seen some of these lists (${seen}): there it relies on features more than on new lists.`],
  }
}

/** For each row the row whose value it gets. */
function shuffled({ labels, offsets }: RankingLists, shuffle: 'data' | 'list', random: Random): Uint32Array {
  const order = Uint32Array.from(labels.keys())
  if (shuffle === 'data') return random.shuffle(order)
  for (let list = 0; list + 1 < offsets.length; list++) random.shuffle(order.subarray(offsets[list], offsets[list + 1]))
  return order
}
