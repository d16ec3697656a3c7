import { finish } from '@rankwright/core'
import { identityMap } from '@rankwright/core/data'
import type { AskedOf, LocalLists } from '@rankwright/core/runtime'

/** What questions about a feature space of RankRLS are asked with. */
export interface SpaceQuestions {
  readonly spec: AskedOf<'firstFeatures'>['spec']
  /** Without means, which `spaceMeans` is asked for. */
  readonly bare: AskedOf<'spaceMeans'>
  readonly space: AskedOf<'spaceProducts'>['space']
  readonly theta: Float64Array
  readonly heldOut: AskedOf<'heldOutRows'>
}

/** A basis of three points, all numbers about all lists made up; every fifth list is held out by itself. */
export function spaceQuestions(lists: LocalLists, centre: 'list' | 'global'): SpaceQuestions {
  const { width } = lists
  const size = 3
  const summary = finish(lists.ask('summary', {}))
  const spec = {
    of: 'basis',
    map: identityMap(width),
    kernel: { kind: 'rbf', width: 2 },
    points: Float32Array.from({ length: size * width }, (_, k) => Math.sin(k)),
    inverse: Float64Array.of(1, -0.5, 0.25, 0, 1.5, -0.75, 0, 0, 2),
  } as const
  const group = { weight: 2, firstLabel: 1, labels: 0.5, alongLabels: 0.3 }
  const { lists: count, rows, weight } = summary
  const totals = { weight, lists: count, rows, ...(centre === 'global' && { group }) }
  const base = centre === 'global' ? { base: finish(lists.ask('firstFeatures', { spec })) } : {}
  const bare = { space: { spec, totals, means: [] }, ...base, section: 1 }
  const space = { spec, totals, means: finish(lists.ask('spaceMeans', bare)) }
  const equations = finish(lists.ask('spaceProducts', { space, section: 1 }))
  let trace = 0
  for (let j = 0; j < size; j++) trace += equations.gram[j * (size + 1)]
  const form = {
    diagonal: new Float64Array(size).fill(trace),
    beside: Float64Array.of(0.1 * trace, 0.05 * trace),
    q: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
  }
  const solved = { equations, form, turned: equations.moments }
  const heldOut = { space, solved, lambdas: [1, 0.1], folds: everyFifthList(finish(lists.ask('listSizes', {}))), section: 1 }
  return { spec, bare, space, theta: Float64Array.of(1, -2, 0.5), heldOut }
}

/** Among them the list in the middle, which may be long. */
function everyFifthList(sizes: Uint32Array): AskedOf<'heldOutRows'>['folds'] {
  let first = 0
  return Array.from(sizes, (size) => {
    const rows = Uint32Array.from({ length: size }, (_, item) => first + item)
    first += size
    return { rows, left: 0.9 }
  }).filter((_, list) => list % 5 === 0)
}
