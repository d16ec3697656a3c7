/** Several runs become one. Only a document's scores within its topic matter, never the order of the lines. */
import { someOf } from '../arguments/shapes.ts'
import { requireRun } from '../data/files/requireTrec.ts'
import type { Run } from '../data/files/trec.ts'
import type { OptionsOf, Resolved } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { fuseOptions } from './fuseOptions.ts'

const takesRuns = someOf(requireRun, 'an array of runs, as parseRun and readRun give them')

export type FuseOptions = OptionsOf<typeof fuseOptions>

/** Topics in the order in which the runs first name them; documents by descending score, equal ones by name. */
export function fuseRuns(runs: readonly Run[], options: FuseOptions = {}): Run {
  takesRuns('runs', runs)
  const resolved = resolveOptions(fuseOptions, options)
  const { weights = runs.map(() => 1), top = Infinity } = resolved
  if (weights.length !== runs.length || !weights.some((weight) => weight > 0)) {
    const allowed = `${runs.length} numbers, one for each run, at least one of them above 0`
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'weights', found: weights.join(','), allowed })
  }
  const topics = new Set(runs.flatMap((run) => [...run.keys()]))
  return new Map(
    Array.from(topics, (topic) => {
      const answers = runs.map((run) => run.get(topic) ?? new Map<string, number>())
      const documents = [...new Set(answers.flatMap((answer) => [...answer.keys()]))]
      const total = new Map(documents.map((document) => [document, 0]))
      for (const [place, answer] of answers.entries()) {
        if (answer.size === 0) continue
        const points = pointsOf(answer, documents, resolved)
        for (const document of documents) total.set(document, (total.get(document) ?? 0) + weights[place] * points(document))
      }
      if (resolved.how === 'combmnz') {
        for (const [document, sum] of total) total.set(document, sum * answers.filter((answer) => answer.has(document)).length)
      }
      const ranked = [...total].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      return [topic, new Map(ranked.slice(0, top))]
    }),
  )
}

/** What a run says for each document of the topic, of those that it has and those that only others have. */
function pointsOf(
  answer: ReadonlyMap<string, number>,
  documents: readonly string[],
  { how, k = 60 }: Resolved<typeof fuseOptions>,
): (document: string) => number {
  switch (how) {
    case 'rrf': {
      const ranks = meanRanks(answer)
      return (document) => reciprocal(ranks.get(document), k)
    }
    case 'borda': {
      const ranks = meanRanks(answer)
      const unranked = (answer.size + 1 + documents.length) / 2
      return (document) => documents.length + 1 - (ranks.get(document) ?? unranked)
    }
    case 'z-score': {
      const standard = standardised(answer)
      const [least] = range(standard)
      return (document) => standard.get(document) ?? least
    }
    default: {
      const [least, greatest] = range(answer)
      return (document) => shareOf(answer.get(document), least, greatest)
    }
  }
}

function reciprocal(rank: number | undefined, k: number): number {
  return rank === undefined ? 0 : 1 / (k + rank)
}

/** From 0 for the least score to 1 for the greatest; 1 where all are equal, 0 for a document that the run lacks. */
function shareOf(score: number | undefined, least: number, greatest: number): number {
  if (score === undefined) return 0
  return greatest > least ? (score - least) / (greatest - least) : 1
}

function range(answer: ReadonlyMap<string, number>): [number, number] {
  let least = Infinity
  let greatest = -Infinity
  for (const score of answer.values()) {
    least = Math.min(least, score)
    greatest = Math.max(greatest, score)
  }
  return [least, greatest]
}

/** Ranks from 1, by descending score; tied documents share the mean of their ranks. */
function meanRanks(answer: ReadonlyMap<string, number>): Map<string, number> {
  const ranked = [...answer].sort(([, a], [, b]) => b - a)
  const ranks = new Map<string, number>()
  for (let start = 0, end = 0; start < ranked.length; start = end) {
    while (end < ranked.length && ranked[end][1] === ranked[start][1]) end++
    for (let place = start; place < end; place++) ranks.set(ranked[place][0], (start + 1 + end) / 2)
  }
  return ranks
}

/** Distances from the mean in standard deviations; 0 where all scores are equal. */
function standardised(answer: ReadonlyMap<string, number>): Map<string, number> {
  const scores = [...answer.values()].sort((a, b) => a - b)
  const mean = scores.reduce((sum, score) => sum + score / scores.length, 0)
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + ((score - mean) * (score - mean)) / scores.length, 0))
  return new Map(Array.from(answer, ([document, score]) => [document, deviation > 0 ? (score - mean) / deviation : 0]))
}
