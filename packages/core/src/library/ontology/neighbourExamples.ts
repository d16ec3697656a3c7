/**
 * Neighbours that experts name, as a list for each query term. Its items are the neighbours and terms that are drawn from all others: their
 * pairs with the neighbours are a sample of all such pairs. (Terms that single features hold closest would be no sample: they are closer than most
 * neighbours by construction, and a ranker would learn to turn these features round.) The first neighbour has the label 1, later ones less, the
 * last more than 1/2, all others 0. What is judged is the order of all terms.
 */
import { expectedHits } from '../../evaluation/ontology/expectedHits.ts'
import type { ExpertNeighbours } from '../../evaluation/ontology/expertNeighbours.ts'
import { scoresOfRows } from '../../models/ontologyRanker/rankedTerms.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import type { TermFeatures } from '../../ontology/features/termFeatures.ts'
import type { TermFinder } from '../../ontology/structure/findTerms.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import type { Place } from '../../problems/place.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Progress, Training } from '../../runtime/training.ts'
import type { ExampleSet } from './exampleSet.ts'
import { listExamples } from './listExamples.ts'

interface Query {
  readonly id: string
  readonly senses: readonly number[]
  /** The closest first; a word is the list of its senses. */
  readonly named: readonly (readonly number[])[]
}

export interface NeighbourOptions {
  readonly skipUnknown: boolean
  readonly at: number
  readonly candidates: number
  readonly seed: number
}

export function* neighbourExamples(
  experts: readonly ExpertNeighbours[],
  finder: TermFinder,
  { ontology, size }: Hierarchy,
  features: TermFeatures,
  { skipUnknown, at: cutoff, candidates, seed }: NeighbourOptions,
): Training<ExampleSet> {
  const { queries, skipped } = queriesOf(experts, finder, skipUnknown, ontology.ids)
  const all = Uint32Array.from({ length: size }, (_, term) => term)
  const width = features.names.length
  const whole = new Float32Array(size * width)
  const random = seededRandom(seed)
  const rows: Float32Array[] = []
  const labels: number[] = []
  const offsets = [0]
  const itemIds: string[] = []
  for (const [done, { senses, named }] of queries.entries()) {
    yield progress('comparing', done, queries.length)
    features.rows(senses, all, whole)
    const grades = gradesOf(named, whole, features)
    const chosen = new Set([...grades.keys(), ...drawnTerms(random, candidates, size)])
    for (const sense of senses) chosen.delete(sense)
    for (const other of named.flat()) if (!grades.has(other)) chosen.delete(other) // another sense of a neighbour is no counter-example
    for (const term of chosen) {
      rows.push(whole.slice(term * width, (term + 1) * width))
      labels.push(grades.get(term) ?? 0)
      itemIds.push(ontology.ids[term])
    }
    offsets.push(labels.length)
  }
  const values = new Float32Array(rows.length * width)
  for (const [row, each] of rows.entries()) values.set(each, row * width)
  const column = new Float64Array(size)
  return listExamples({
    kind: 'neighbours',
    metric: `p@${cutoff}`,
    terms: queries.length,
    skipped,
    lists: {
      features: { kind: 'dense', values },
      width,
      labels: Float64Array.from(labels),
      offsets: Uint32Array.from(offsets),
      listIds: queries.map(({ id }) => id),
      itemIds,
      featureNames: features.names,
    },
    judge(list, ranker) {
      const { senses, named } = queries[list]
      features.rows(senses, all, whole)
      const chosen = named.slice(0, cutoff)
      const hits = (closeness: Float64Array) => {
        for (const sense of senses) closeness[sense] = Number.NEGATIVE_INFINITY
        return expectedHits(closeness, chosen, Math.min(cutoff, size - senses.length)) / cutoff
      }
      return {
        learned: hits(scoresOfRows(ranker, whole, features.names)),
        features: Float64Array.from(features.names, (_, feature) => {
          for (let term = 0; term < size; term++) column[term] = whole[term * width + feature]
          return hits(column)
        }),
      }
    },
  })
}

/** The label of each neighbour; of a word with several senses that one counts which is closest by its path. */
function gradesOf(named: readonly (readonly number[])[], whole: Float32Array, { names }: TermFeatures): Map<number, number> {
  const path = names.indexOf('path')
  const grades = new Map<number, number>()
  for (const [place, senses] of named.entries()) {
    const closest = senses.reduce((best, term) => (whole[term * names.length + path] > whole[best * names.length + path] ? term : best))
    if (!grades.has(closest)) grades.set(closest, 1 - place / (2 * named.length))
  }
  return grades
}

function drawnTerms(random: Random, count: number, size: number): number[] {
  return Array.from({ length: Math.min(count, size) }, () => random.integer(size))
}

function queriesOf(
  experts: readonly ExpertNeighbours[],
  finder: TermFinder,
  skipUnknown: boolean,
  ids: readonly string[],
): { readonly queries: readonly Query[]; readonly skipped: number } {
  const queries: Query[] = []
  const seen = new Map<string, Place>()
  let skipped = 0
  for (const { term, neighbours, at } of experts) {
    const senses = skipUnknown ? finder.search(term) : finder.find(term, at)
    const named = neighbours.flatMap((name) => [(skipUnknown ? finder.search(name) : finder.find(name, at)) ?? []])
    const known = named.filter((each) => each.length > 0)
    if (senses === undefined || known.length === 0) {
      skipped++
      continue
    }
    const key = senses.join(' ')
    const before = seen.get(key)
    if (before !== undefined)
      throw new RankwrightError({ area: 'ontology', code: 'example-twice', at, first: before, what: `the term ${term}` })
    seen.set(key, at)
    const itself = neighbours.find((_, place) => named[place].some((each) => senses.includes(each)))
    if (itself !== undefined) throw new RankwrightError({ area: 'ontology', code: 'neighbour-is-the-term', at, found: itself })
    queries.push({ id: senses.length === 1 ? ids[senses[0]] : term, senses, named: known })
  }
  return { queries, skipped }
}

function progress(stage: string, done: number, total: number): Progress {
  return { stage, done, total }
}
