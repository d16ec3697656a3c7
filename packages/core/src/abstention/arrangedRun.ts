/**
 * The first `count` items of a run, reordered by rank as far as the decided pairs in it allow: those are never reversed. Of the items without
 * an unplaced decided item above them, the one of least rank comes next.
 *
 * Items are looked at by rank, and only until enough are placed. An item with a decided one above it waits for that one, and is looked at
 * again when it is placed, from there on: no pair of items is compared twice.
 */
export function arrangedRun(
  run: Uint32Array,
  count: number,
  isUndecided: (item: number, other: number) => boolean,
  rankOf: (item: number) => number,
): Uint32Array {
  const byRank = Uint32Array.from(run.keys()).sort((a, b) => rankOf(run[a]) - rankOf(run[b]))
  const placed = new Uint8Array(run.length)
  const compared = new Uint32Array(run.length) // all items above this one are placed or undecided with the item
  const waiting = new Map<number, number[]>()
  const ready = new RankQueue()
  const arranged = new Uint32Array(count)
  let [next, unseen] = [0, 0]
  while (next < count) {
    const place = ready.take() ?? unseen++ // what was looked at before has a lower rank
    const item = byRank[place]
    const blocker = decidedAbove(item)
    if (blocker < item) {
      const others = waiting.get(blocker)
      if (others === undefined) waiting.set(blocker, [place])
      else others.push(place)
      continue
    }
    placed[item] = 1
    arranged[next++] = run[item]
    for (const other of waiting.get(item) ?? []) ready.add(other)
    waiting.delete(item)
  }
  return arranged

  /** The first unplaced item above that is decided against this one, or the item itself. */
  function decidedAbove(item: number): number {
    let above = compared[item]
    while (above < item && (placed[above] === 1 || isUndecided(run[above], run[item]))) above++
    compared[item] = above
    return above
  }
}

/** A binary heap of numbers, the least first. */
class RankQueue {
  private readonly heap: number[] = []

  add(value: number): void {
    const { heap } = this
    let at = heap.push(value) - 1
    for (let parent = (at - 1) >> 1; at > 0 && heap[parent] > value; at = parent, parent = (at - 1) >> 1) heap[at] = heap[parent]
    heap[at] = value
  }

  take(): number | undefined {
    const { heap } = this
    const least = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return last
    let at = 0
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++
      if (heap[child] >= last) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = last
    return least
  }
}
