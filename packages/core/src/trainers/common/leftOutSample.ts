import { seededRandom } from '../../numeric/random.ts'

/** Lists that are left out in turn, and what to say of them. */
export interface LeftOutSample {
  /** Numbers of lists, ascending. */
  readonly lists: Uint32Array
  readonly note: string
}

/**
 * The lists that penalties are compared on: so many that they have `mostRows` rows together, drawn by the seed. The fits are those on all
 * other lists, so fewer of them make the comparison less exact, not different. Undefined where all lists have no more rows.
 */
export function leftOutSample(sizes: ArrayLike<number>, mostRows: number, seed: number): LeftOutSample | undefined {
  let rows = 0
  for (let list = 0; list < sizes.length; list++) rows += sizes[list]
  if (rows <= mostRows) return undefined
  const order = seededRandom(seed)
    .fork('left-out lists')
    .shuffle(Uint32Array.from({ length: sizes.length }, (_, list) => list))
  let [taken, count] = [0, 0]
  while (count < order.length && (count < fewestLists || taken < mostRows)) taken += sizes[order[count++]]
  if (count === order.length) return undefined
  return {
    lists: order.slice(0, count).sort(),
    note: `lambda was chosen by leaving out ${count} of ${sizes.length} lists in turn, drawn by the seed`,
  }
}

/** However long they are. */
const fewestLists = 16
