/**
 * Clicks as a list for each query term, of the terms that were shown beside it. The label of a term is its clicks over those expected (Zhang &
 * Jones 2007, "Comparing click logs and editorial labels for training query rewriting"): what the places would have got where it was shown, or
 * without places all views alike. One expected click of a single view is added to both, so that a term that was hardly shown is an average one.
 */
import { pairwiseAccuracy } from '../../metrics/pairwiseAccuracy.ts'
import { scoresOfRows } from '../../models/ontologyRanker/rankedTerms.ts'
import type { TermFeatures } from '../../ontology/features/termFeatures.ts'
import type { TermClicks } from '../../ontology/reading/clicks.ts'
import type { TermFinder } from '../../ontology/structure/findTerms.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { ExampleSet } from './exampleSet.ts'
import { listExamples } from './listExamples.ts'

interface Shown {
  readonly senses: readonly number[]
  readonly name: string
  clicks: number
  expected: number
}

interface Asked {
  readonly senses: readonly number[]
  readonly name: string
  readonly shown: Map<string, Shown>
}

export function clickExamples(clicks: readonly TermClicks[], finder: TermFinder, features: TermFeatures, skipUnknown: boolean): ExampleSet {
  const { asked, rate, skipped } = askedTerms(clicks, finder, skipUnknown)
  const label = ({ clicks: found, expected }: Shown) => (found + rate) / (expected + rate)
  const telling = asked.filter(({ shown }) => new Set(Array.from(shown.values(), label)).size > 1)
  if (telling.length === 0) {
    const { file } = clicks[0].at
    const what = 'beside no term was one thing clicked more than another'
    throw new RankwrightError({ area: 'ontology', code: 'examples-all-alike', at: { file }, what })
  }
  const width = features.names.length
  const items = telling.flatMap(({ senses, shown }) => Array.from(shown.values(), (each) => ({ senses, each })))
  const values = new Float32Array(items.length * width)
  for (const [row, { senses, each }] of items.entries())
    features.ofWords(senses, each.senses, values.subarray(row * width, (row + 1) * width))
  const offsets = new Uint32Array(telling.length + 1)
  for (const [list, { shown }] of telling.entries()) offsets[list + 1] = offsets[list] + shown.size
  const labels = Float64Array.from(items, ({ each }) => label(each))
  return listExamples({
    kind: 'clicks',
    metric: 'pairwise-accuracy',
    terms: telling.length,
    skipped,
    lists: {
      features: { kind: 'dense', values },
      width,
      labels,
      offsets,
      listIds: telling.map(({ name }) => name),
      itemIds: items.map(({ each }) => each.name),
      featureNames: features.names,
    },
    judge(list, ranker) {
      const [start, end] = [offsets[list], offsets[list + 1]]
      const own = labels.subarray(start, end)
      const rows = values.slice(start * width, end * width)
      const accuracy = (scores: Float64Array) => pairwiseAccuracy(scores, own) ?? 0.5
      return {
        learned: accuracy(scoresOfRows(ranker, rows, features.names)),
        features: Float64Array.from(features.names, (_, feature) =>
          accuracy(Float64Array.from(own, (_, row) => rows[row * width + feature])),
        ),
      }
    },
  })
}

/** What was shown beside each term, rows of the same two added up. */
function askedTerms(clicks: readonly TermClicks[], finder: TermFinder, skipUnknown: boolean) {
  const rateAt = ratesByPlace(clicks)
  const asked = new Map<string, Asked>()
  let skipped = 0
  for (const { term, shown: other, clicks: found, views, place, at } of clicks) {
    const [senses, others] = [term, other].map((text) => (skipUnknown ? finder.search(text) : finder.find(text, at)))
    if (senses === undefined || others === undefined) {
      skipped++
      continue
    }
    const [key, otherKey] = [senses.join(' '), others.join(' ')]
    if (key === otherKey) throw new RankwrightError({ area: 'ontology', code: 'neighbour-is-the-term', at, found: other })
    const beside: Asked = asked.get(key) ?? { senses, name: term, shown: new Map() }
    asked.set(key, beside)
    const before: Shown = beside.shown.get(otherKey) ?? { senses: others, name: other, clicks: 0, expected: 0 }
    before.clicks += found
    before.expected += views * rateAt(place)
    beside.shown.set(otherKey, before)
  }
  return { asked: [...asked.values()], rate: rateAt(undefined), skipped }
}

/** Clicks per view: of a place, and over all for none. */
function ratesByPlace(clicks: readonly TermClicks[]): (place: number | undefined) => number {
  const sums = new Map<number | undefined, { clicks: number; views: number }>()
  for (const { clicks: found, views, place } of clicks) {
    for (const key of place === undefined ? [undefined] : [undefined, place]) {
      const sum = sums.get(key) ?? { clicks: 0, views: 0 }
      sums.set(key, { clicks: sum.clicks + found, views: sum.views + views })
    }
  }
  return (place) => {
    const { clicks: found, views } = sums.get(place) ?? { clicks: 0, views: 1 }
    return found / views
  }
}
