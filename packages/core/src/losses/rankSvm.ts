/**
 * RankSVM. Joachims 2002, "Optimizing search engines using clickthrough data": Σ max(0, 1 + sⱼ − sᵢ) over the pairs with
 * yᵢ > yⱼ, or the squares of these hinges, or their mean over the pairs of the list.
 *
 * In O(m log m) whatever the labels: the grades, each sorted by score, are merged two and two like the runs of a merge sort.
 * Before two runs are merged, one sweep down the scores of the higher run collects for each item i the violating items j of the
 * lower run (a prefix of it that only grows) with Σ (1 + sⱼ − sᵢ) and its squares; as the sweep goes down, every step adds to
 * these sums, so nothing cancels. At a margin of exactly 1 the pair pulls no more.
 */
import { boundedScores, notANumber } from './boundedScores.ts'
import { type GradesOf, gradeFinder } from './grades.ts'
import type { ListLoss } from './loss.ts'
import { type PairTotal, pairConstants } from './pairConstants.ts'
import { type SortedRuns, sortedRuns } from './sortedRuns.ts'

export interface RankSvmOptions {
  readonly hinge?: 'plain' | 'squared'
  readonly pairs?: PairTotal
}

/** `gradesOf` may remember the grades of each list, by the number that `evaluate` and `curvature` are told. */
export function rankSvm({ hinge = 'plain', pairs: total = 'sum' }: RankSvmOptions = {}, gradesOf: GradesOf = gradeFinder()): ListLoss {
  const runs = sortedRuns()
  const sweep = hinge === 'plain' ? plainSweep : squaredSweep

  /** Sets `into` to the sums that `onRuns` collects over all pairs of runs; gives the sum of what it returns. */
  function collect(
    scores: Float64Array,
    labels: Float64Array,
    into: Float64Array,
    list: number,
    onRuns: (runs: SortedRuns, from: number, middle: number, to: number) => number,
  ): number {
    if (!boundedScores(scores, into)) return notANumber(into)
    const grades = gradesOf(labels, list)
    if (grades.count < 2) {
      into.fill(0)
      return 0
    }
    runs.start(into, grades)
    into.fill(0)
    let value = 0
    while (runs.count > 1) {
      for (let run = 0; run + 1 < runs.count; run += 2) {
        value += onRuns(runs, runs.starts[run], runs.starts[run + 1], runs.starts[run + 2])
      }
      runs.merge()
    }
    if (total === 'sum') return value
    for (let item = 0; item < into.length; item++) into[item] /= grades.pairs
    return value / grades.pairs
  }

  return {
    name: `ranksvm-${hinge}${total === 'mean' ? '-mean' : ''}`,
    convex: true,
    smooth: hinge === 'squared',
    evaluate: (scores, labels, into, list = 0) =>
      collect(scores, labels, into, list, (given, from, middle, to) => sweep(given, from, middle, to, into)),
    ...(hinge === 'squared' && {
      curvature(scores: Float64Array, labels: Float64Array, direction: Float64Array, into: Float64Array, list = 0): void {
        collect(scores, labels, into, list, (given, from, middle, to) => curvatureSweep(given, from, middle, to, direction, into))
      },
    }),
    constants: (setting) => {
      if (hinge === 'plain')
        return pairConstants(setting, total, { slope: 1, slopeOrigin: 'a violated hinge has the slope 1', printsPairs: true })
      const bound = setting.scoreBound
      return pairConstants(setting, total, {
        slope: bound === undefined ? Infinity : 2 * (1 + 2 * bound),
        slopeOrigin:
          bound === undefined
            ? 'the slope 2 (1 + sⱼ − sᵢ) grows without limit; finite once the scores are bounded'
            : 'the slope 2 (1 + sⱼ − sᵢ) at the widest difference of two scores',
        bend: 2,
        bendOrigin: 'the square bends by 2 where the hinge is violated',
      })
    },
  }
}

function plainSweep({ keys, items }: SortedRuns, from: number, middle: number, to: number, into: Float64Array): number {
  let value = 0
  let next = middle // the first item of the lower run that does not violate yet
  let sum = 0
  let last = keys[from]
  for (let place = from; place < middle; place++) {
    const score = keys[place]
    sum += (next - middle) * (last - score)
    last = score
    while (next < to && keys[next] - score > -1) {
      sum += 1 + (keys[next] - score)
      into[items[next]] += middle - place // this item of the higher run and all after it
      next++
    }
    into[items[place]] -= next - middle
    value += sum
  }
  return value
}

function squaredSweep({ keys, items }: SortedRuns, from: number, middle: number, to: number, into: Float64Array): number {
  let value = 0
  let next = middle
  let sum = 0
  let squares = 0
  let last = keys[from]
  for (let place = from; place < middle; place++) {
    const score = keys[place]
    const step = last - score
    squares += step * (2 * sum + (next - middle) * step)
    sum += (next - middle) * step
    last = score
    while (next < to && keys[next] - score > -1) {
      const violation = 1 + (keys[next] - score)
      sum += violation
      squares += violation * violation
      next++
    }
    into[items[place]] -= 2 * sum
    value += squares
  }
  // The same upwards, for the violating items of the lower run.
  let other = middle - 1
  sum = 0
  last = keys[next - 1]
  for (let place = next - 1; place >= middle; place--) {
    const score = keys[place]
    sum += (middle - 1 - other) * (score - last)
    last = score
    while (other >= from && score - keys[other] > -1) {
      sum += 1 + (score - keys[other])
      other--
    }
    into[items[place]] += 2 * sum
  }
  return value
}

/** into += 2 Σ (own direction − the other's) over the violated pairs. */
function curvatureSweep(
  { keys, items }: SortedRuns,
  from: number,
  middle: number,
  to: number,
  direction: Float64Array,
  into: Float64Array,
): number {
  let next = middle
  let along = 0
  for (let place = from; place < middle; place++) {
    while (next < to && keys[next] - keys[place] > -1) along += direction[items[next++]]
    into[items[place]] += 2 * ((next - middle) * direction[items[place]] - along)
  }
  let other = middle - 1
  along = 0
  for (let place = next - 1; place >= middle; place--) {
    while (other >= from && keys[place] - keys[other] > -1) along += direction[items[other--]]
    into[items[place]] += 2 * ((middle - 1 - other) * direction[items[place]] - along)
  }
  return 0
}
