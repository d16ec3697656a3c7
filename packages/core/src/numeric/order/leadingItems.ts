/**
 * The items in the leading places of a list, without sorting the rest.
 *
 * Insertion into the leading places, the fastest way in JavaScript for few places, spends its time on branches that no
 * processor foresees. So a guess is made of a score that little more than the wanted number of items reach; a pass without
 * such branches, four items at a time, picks those, and only they are inserted. The guess that served the list before is tried
 * first, then one from the mean and the deviation of the scores; when both fail, all items are inserted.
 */
import { logOf } from '../special/log.ts'

/**
 * Fills `order` with the items of the first `depth` places and with all items tied with the last of them. Tied items keep
 * their order, NaN stands last. Returns how many were filled. `order` has room for all items; `guess` holds one number, NaN
 * at first, that only matters to the speed.
 */
export function leadingItems(
  scores: Float64Array,
  start: number,
  end: number,
  depth: number,
  guess: Float64Array,
  order: Uint32Array,
): number {
  let count = pickAbove(scores, start, end, guess[0], order)
  if (count < depth || count > 3 * depth) {
    guess[0] = guessed(scores, start, end, depth)
    count = pickAbove(scores, start, end, guess[0], order)
  }
  if (count < depth) count = pickAbove(scores, start, end, -Infinity, order)
  if (count >= depth) return insertPicked(scores, count, depth, order)
  insertPicked(scores, count, count, order)
  return appendNaN(scores, start, end, count, order)
}

/** The items whose score is at least this. NaN is never; and nothing is at least NaN. */
function pickAbove(scores: Float64Array, start: number, end: number, least: number, order: Uint32Array): number {
  let count = 0
  let item = start
  for (; item + 3 < end; item += 4) {
    const first = scores[item]
    const second = scores[item + 1]
    const third = scores[item + 2]
    const fourth = scores[item + 3]
    order[count] = item
    count += +(first >= least) | 0
    order[count] = item + 1
    count += +(second >= least) | 0
    order[count] = item + 2
    count += +(third >= least) | 0
    order[count] = item + 3
    count += +(fourth >= least) | 0
  }
  for (; item < end; item++) {
    order[count] = item
    count += +(scores[item] >= least) | 0
  }
  return count
}

/** A score that about 1.6 times as many items reach as places are wanted, were the scores spread like a normal law. */
function guessed(scores: Float64Array, start: number, end: number, depth: number): number {
  const share = (1.6 * depth) / (end - start)
  if (!(share < 0.5)) return -Infinity
  let sum = 0
  let squares = 0
  for (let item = start; item < end; item++) {
    sum += scores[item]
    squares += scores[item] * scores[item]
  }
  const mean = sum / (end - start)
  const deviation = Math.sqrt(squares / (end - start) - mean * mean)
  return mean + (Math.sqrt(2 * logOf(1 / share)) - 0.85) * deviation // the normal quantile, to 0.2 for shares of 0.005 to 0.4
}

/** Sorts the first `depth` places of `count` picked items; items tied with the last of them follow. Returns where they end. */
function insertPicked(scores: Float64Array, count: number, depth: number, order: Uint32Array): number {
  for (let next = 1; next < depth; next++) insert(scores, order[next], next, order)
  if (count === depth) return count
  // Of the items that do not enter, or are pushed out, those tied with the last place are kept behind it in their order.
  let last = scores[order[depth - 1]]
  let end = depth
  for (let next = depth; next < count; next++) {
    const item = order[next]
    const score = scores[item]
    if (score < last) continue
    if (score === last) {
      order[end++] = item
      continue
    }
    const pushedOut = order[depth - 1]
    insert(scores, item, depth - 1, order)
    if (scores[order[depth - 1]] === last) {
      for (let place = end++; place > depth; place--) order[place] = order[place - 1]
      order[depth] = pushedOut
    } else {
      last = scores[order[depth - 1]]
      end = depth
    }
  }
  return end
}

/** Inserts an item into the sorted places before this one; the item at this place is lost. */
function insert(scores: Float64Array, item: number, place: number, order: Uint32Array): void {
  const score = scores[item]
  while (place > 0) {
    const before = order[place - 1]
    if (scores[before] >= score) break
    order[place--] = before
  }
  order[place] = item
}

function appendNaN(scores: Float64Array, start: number, end: number, filled: number, order: Uint32Array): number {
  for (let item = start; item < end; item++) if (Number.isNaN(scores[item])) order[filled++] = item
  return filled
}
