/** Every pair of contenders: difference, interval and tests, corrected for the number of pairs. */
import { meanOverLists } from '../metrics/measureLists.ts'
import { partOfWork, type WorkListener } from '../numeric/partOfWork.ts'
import type { Resolved } from '../options/optionTable.ts'
import { bootstrapInterval, type Interval } from './bootstrap.ts'
import type { compareOptions } from './compareOptions.ts'
import { type FisherRandomisation, fisherRandomisation } from './fisherRandomisation.ts'
import { holm } from './holm.ts'
import { metricDifferences } from './metricDifference.ts'
import { type PairedTTest, pairedTTest } from './pairedTTest.ts'

export interface ComparedPair {
  readonly a: string
  readonly b: string
  /** The mean of a minus the mean of b: above 0 if a is better, or below 0 where lesser values are. */
  readonly delta: number
  /** BCa bootstrap interval of delta, for this pair alone. */
  readonly interval: Interval
  readonly tests: {
    readonly 'paired-t': PairedTTest & HolmCorrected
    readonly randomisation: FisherRandomisation & HolmCorrected
  }
}

export interface HolmCorrected {
  /** The p-value corrected for the number of pairs: below 0.05, the pair differs at that level although several were tested. */
  readonly pHolm: number
}

/** values[c][q]: the metric of contender c on list q. */
export function testedPairs(
  contenders: readonly { readonly name: string }[],
  values: readonly Float64Array[],
  weights: Float64Array | undefined,
  { confidence, seed, randomisations, resamples }: Resolved<typeof compareOptions>,
  onProgress: WorkListener | undefined,
): ComparedPair[] {
  // A random number draws one list of a resample, or the signs of 32 differences.
  const lengths = { bootstrap: 32 * resamples, both: 32 * resamples + randomisations }
  const whole = (lengths.both * contenders.length * (contenders.length - 1)) / 2
  let from = 0
  const pairs = contenders.flatMap((a, first) =>
    contenders.slice(first + 1).map((b, further) => {
      const others = values[first + 1 + further]
      const differences = metricDifferences(values[first], others)
      const weighed = weighedDifferences(differences, weights)
      const drawing = partOfWork(onProgress, { from, length: lengths.bootstrap, whole })
      const signing = partOfWork(onProgress, { from: from + lengths.bootstrap, length: randomisations, whole })
      from += lengths.both
      return {
        a: a.name,
        b: b.name,
        delta: meanOverLists(differences, weights),
        interval: bootstrapInterval(differences, {
          seed,
          confidence,
          samples: resamples,
          onProgress: drawing,
          ...(weights && { weights }),
        }),
        t: pairedTTest(weighed),
        randomisation: fisherRandomisation(weighed, { seed, samples: randomisations, onProgress: signing }),
      }
    }),
  )
  const tHolm = holm(pairs.map(({ t }) => t.p))
  const randomisationHolm = holm(pairs.map(({ randomisation }) => randomisation.p))
  return pairs.map(({ t, randomisation, ...pair }, index) => ({
    ...pair,
    tests: {
      'paired-t': { ...t, pHolm: tHolm[index] },
      randomisation: { ...randomisation, pHolm: randomisationHolm[index] },
    },
  }))
}

/** The differences alone. */
export function untestedPairs(
  contenders: readonly { readonly name: string }[],
  values: readonly Float64Array[],
  weights: Float64Array | undefined,
): ComparedPair[] {
  const none = Number.NaN
  return contenders.flatMap((a, first) =>
    contenders.slice(first + 1).map((b, further) => ({
      a: a.name,
      b: b.name,
      delta: meanOverLists(metricDifferences(values[first], values[first + 1 + further]), weights),
      interval: [none, none] as const,
      tests: {
        'paired-t': { statistic: none, degrees: none, p: none, pHolm: none },
        randomisation: { p: none, exact: false, samples: 0, pHolm: none },
      },
    })),
  )
}

/** Numbers whose plain mean is the weighted mean of the differences. */
function weighedDifferences(differences: Float64Array, weights: Float64Array | undefined): Float64Array {
  if (weights === undefined) return differences
  const scale = weights.length / weights.reduce((sum, weight) => sum + weight, 0)
  return differences.map((difference, list) => scale * weights[list] * difference)
}
