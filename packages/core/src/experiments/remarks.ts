/** Where an interval and a test, or this page and `compare`, could seem to disagree: which pairs these are, and why both are right. */
import type { ComparedPair } from '../evaluation/testedPairs.ts'
import type { Experiment } from './experiment.ts'
import type { LeaderboardRow } from './experimentResults.ts'

/** At most so many pairs are named; the document holds them all. */
const named = 5

/** The level of the tests, without the last digits of a difference: 0.05 for a confidence of 0.95. */
export function levelOf(confidence: number): number {
  return Number((1 - confidence).toPrecision(12))
}

export function remarksOn(rows: readonly LeaderboardRow[], pairs: readonly ComparedPair[], { confidence }: Experiment): string[] {
  const level = levelOf(confidence)
  const apart = ({ tests }: ComparedPair) => tests.randomisation.pHolm < level
  const beside = ({ interval }: ComparedPair) => interval[0] > 0 || interval[1] < 0
  const byHolm = pairs.filter((pair) => !apart(pair) && pair.tests.randomisation.p < level)
  const overlapping = pairs.filter((pair) => apart(pair) && overlap(rows, pair))
  const bySkew = pairs.filter((pair) => beside(pair) !== pair.tests.randomisation.p < level)
  const percent = Number((100 * level).toPrecision(3))
  return [
    ...(byHolm.length === 0
      ? []
      : [
          `${listed(byHolm)}: compare of just these two would call them different. Here ${pairs.length} pairs are tested, and Holm's correction keeps the probability of even one false difference among them at ${percent} %. So they share a letter.`,
        ]),
    ...(overlapping.length === 0
      ? []
      : [
          `${listed(overlapping)}: the intervals of the means overlap, and yet they differ. Both are measured on the same lists, and the test looks at the differences list by list, which vary less than the values.`,
        ]),
    ...(bySkew.length === 0
      ? []
      : [
          `${listed(bySkew)}: whether the interval of the difference leaves out 0 and what the test says disagree by a little. The interval is a bootstrap over lists, the test draws signs of the differences. Letters go by the test.`,
        ]),
  ]
}

function overlap(rows: readonly LeaderboardRow[], { a, b }: ComparedPair): boolean {
  const interval = (name: string) => rows.find(({ method }) => method === name)!.interval
  const [x, y] = [interval(a), interval(b)]
  return x[0] <= y[1] && y[0] <= x[1]
}

function listed(pairs: readonly ComparedPair[]): string {
  const names = pairs.slice(0, named).map(({ a, b }) => `${a} and ${b}`)
  return pairs.length > named ? `${names.join(', ')} and ${pairs.length - named} more pairs` : names.join(', ')
}
