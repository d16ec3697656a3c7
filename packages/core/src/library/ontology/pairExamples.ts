/**
 * Rated pairs as one list for each file: its items are the pairs, its labels the ratings. Those of a file are on one scale, and most terms stand in
 * one or two pairs only, so lists of one query term each would throw nearly all comparisons away; see docs/decisions/rated-pairs-one-list.md.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { scoresOfRows } from '../../models/ontologyRanker/rankedTerms.ts'
import { seededRandom } from '../../numeric/random.ts'
import type { TermFeatures } from '../../ontology/features/termFeatures.ts'
import type { TermPair } from '../../ontology/reading/pairs.ts'
import type { TermFinder } from '../../ontology/structure/findTerms.ts'
import type { Place } from '../../problems/place.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { ExampleSet, Figure } from './exampleSet.ts'
import { resampledGroups } from './resampledGroups.ts'
import { sortedValues, weightedSpearman } from './weightedSpearman.ts'

interface RatedPair {
  /** The senses of both words. */
  readonly words: readonly [readonly number[], readonly number[]]
  readonly keys: readonly [string, string]
  readonly rating: number
  readonly file: string
}

export function pairExamples(pairs: readonly TermPair[], finder: TermFinder, features: TermFeatures, skipUnknown: boolean): ExampleSet {
  const { rated, skipped } = ratedPairs(pairs, finder, skipUnknown)
  const ratings = Float64Array.from(rated, ({ rating }) => rating)
  const files = [...new Set(rated.map(({ file }) => file))]
  const ofFile = files.map((file) => [...rated.keys()].filter((pair) => rated[pair].file === file))
  const alike = ofFile.find((own) => new Set(own.map((pair) => ratings[pair])).size < 2)
  if (alike !== undefined || rated.length === 0) {
    const what = alike === undefined ? 'no pair is left' : `all ${alike.length} pairs have the rating ${ratings[alike[0]]}`
    const file = alike === undefined ? pairs[0]?.at.file : rated[alike[0]].file
    throw new RankwrightError({ area: 'ontology', code: 'examples-all-alike', ...(file !== undefined && { at: { file } }), what })
  }
  const width = features.names.length
  const rows = new Float32Array(rated.length * width)
  for (const [pair, { words }] of rated.entries()) features.ofWords(...words, rows.subarray(pair * width, (pair + 1) * width))

  const queries = [...new Set(rated.map(({ keys }) => keys[0]))]
  const numberOf = new Map(queries.map((key, group) => [key, group]))
  const groupOf = Uint32Array.from(rated, ({ keys }) => numberOf.get(keys[0]) ?? 0)
  const unitsOf = queries.map((): number[] => [])
  for (const [pair, group] of groupOf.entries()) unitsOf[group].push(pair)
  const rowOf = (pair: number) => rows.slice(pair * width, (pair + 1) * width)
  const scoreOf = (pair: number, ranker: LinearModel) => scoresOfRows(ranker, rowOf(pair), features.names)[0]
  const figures = spearmanFigures(ratings, ofFile, groupOf, queries.length)
  return {
    kind: 'pairs',
    metric: 'spearman',
    groups: queries.length,
    terms: new Set(rated.flatMap(({ keys }) => keys)).size,
    skipped,
    lists: listsOf([...rated.keys()]),
    units: rated.length,
    unitsOf: (group) => unitsOf[group],
    without(groups) {
      const unseen = new Set(Array.from(groups, (group) => queries[group]))
      const left = [...rated.keys()].filter((pair) => !rated[pair].keys.some((key) => unseen.has(key)))
      const differ = ofFile.some((own) => new Set(left.filter((pair) => own.includes(pair)).map((pair) => ratings[pair])).size > 1)
      return differ ? listsOf(left) : undefined
    },
    judge: (pair, ranker) => ({ learned: scoreOf(pair, ranker), features: Float64Array.from(rowOf(pair)) }),
    figure: (values) => figures(values, [...files.keys()]),
    parts: files.length === 1 ? [] : files.map((name, file) => ({ name, figure: (values) => figures(values, [file]) })),
    bounded(groups, ranker, seed) {
      const held = new Set(groups)
      const couples = ofFile.flatMap((own) =>
        couplesOf(
          own.filter((pair) => held.has(groupOf[pair])),
          rated,
          seed,
        ),
      )
      const values = Float64Array.from(couples, ([more, less]) => {
        const lead = scoreOf(more, ranker) - scoreOf(less, ranker)
        return lead > 0 ? 1 : lead === 0 ? 0.5 : 0
      })
      return { metric: 'share of couples of pairs in the order of their ratings', values, units: 'couples of pairs' }
    },
  }

  /** A list for each file: ratings of different files are on different scales. The pairs come file by file. */
  function listsOf(chosen: readonly number[]): RankingLists {
    const values = new Float32Array(chosen.length * width)
    for (const [row, pair] of chosen.entries()) values.set(rows.subarray(pair * width, (pair + 1) * width), row * width)
    const present = files.filter((file) => chosen.some((pair) => rated[pair].file === file))
    const ends = present.map((file) => chosen.findLastIndex((pair) => rated[pair].file === file) + 1)
    return {
      features: { kind: 'dense', values },
      width,
      labels: Float64Array.from(chosen, (pair) => ratings[pair]),
      offsets: Uint32Array.from([0, ...ends]),
      listIds: present,
      itemIds: chosen.map((pair) => rated[pair].keys.join(' | ')),
      featureNames: features.names,
    }
  }
}

/** Spearman's correlation with the ratings, as the mean over files. */
function spearmanFigures(ratings: Float64Array, ofFile: readonly (readonly number[])[], groupOf: Uint32Array, groups: number) {
  const byRating = ofFile.map((own) => sortedValues(Float64Array.from(own, (pair) => ratings[pair])))
  const drawn = resampledGroups(groups)
  const weights = ofFile.map((own) => drawn.map((counts) => Float64Array.from(own, (pair) => counts[groupOf[pair]])))
  const ones = ofFile.map((own) => new Float64Array(own.length).fill(1))
  return (values: Float64Array, files: readonly number[]): Figure => {
    const sorted = files.map((file) => sortedValues(Float64Array.from(ofFile[file], (pair) => values[pair])))
    const mean = (weightsOf: (file: number) => Float64Array) =>
      files.reduce((sum, file, place) => sum + weightedSpearman(sorted[place], byRating[file], weightsOf(file)), 0) / files.length
    return { value: mean((file) => ones[file]), resampled: Float64Array.from(drawn, (_, sample) => mean((file) => weights[file][sample])) }
  }
}

/**
 * Couples of pairs of different ratings, the one with the greater rating first. Pairs are taken in random order, each unless it shares a term
 * with one before, and coupled two by two: where pairs were drawn independently, so are the couples, and those of equal ratings say nothing.
 */
function couplesOf(pairs: readonly number[], rated: readonly RatedPair[], seed: number): [number, number][] {
  const used = new Set<string>()
  const apart = seededRandom(seed)
    .shuffle([...pairs])
    .filter((pair) => {
      const { keys } = rated[pair]
      if (keys.some((key) => used.has(key))) return false
      for (const key of keys) used.add(key)
      return true
    })
  const couples: [number, number][] = []
  for (let at = 0; at + 1 < apart.length; at += 2) {
    const [one, two] = [apart[at], apart[at + 1]]
    const lead = rated[one].rating - rated[two].rating
    if (lead !== 0) couples.push(lead > 0 ? [one, two] : [two, one])
  }
  return couples
}

function ratedPairs(
  pairs: readonly TermPair[],
  finder: TermFinder,
  skipUnknown: boolean,
): { readonly rated: readonly RatedPair[]; readonly skipped: number } {
  const rated: RatedPair[] = []
  const seen = new Map<string, Place>()
  let skipped = 0
  for (const { a, b, first, second, rating, mayBeHeading, at } of pairs) {
    if (mayBeHeading && pairs.length > 1 && finder.search(a) === undefined && finder.search(b) === undefined) continue
    if (rating === undefined) throw new RankwrightError({ area: 'ontology', code: 'no-ratings', at })
    const set = first.length > 1 ? a : second.length > 1 ? b : undefined
    if (set !== undefined) throw new RankwrightError({ area: 'ontology', code: 'example-is-a-set', at, found: set })
    const words = skipUnknown ? ([finder.search(a), finder.search(b)] as const) : ([finder.find(a, at), finder.find(b, at)] as const)
    if (words[0] === undefined || words[1] === undefined) {
      skipped++
      continue
    }
    const keys: readonly [string, string] = [words[0].join(' '), words[1].join(' ')]
    const key = [at.file, ...[...keys].sort()].join(' | ')
    const before = seen.get(key)
    if (before !== undefined)
      throw new RankwrightError({ area: 'ontology', code: 'example-twice', at, first: before, what: `the pair ${a}, ${b}` })
    seen.set(key, at)
    rated.push({ words: [words[0], words[1]], keys, rating, file: at.file })
  }
  const files = [...new Set(rated.map(({ file }) => file))]
  return { rated: rated.sort((one, two) => files.indexOf(one.file) - files.indexOf(two.file)), skipped }
}
