/**
 * The items in the leading places of a list, without sorting the rest.
 *
 * Insertion into the leading places, the fastest way in JavaScript for few places, spends its time on branches that no
 * processor foresees. So the mean and the deviation of the scores first guess a score that little more than the wanted number
 * of items reach; a pass without such branches, four items at a time, picks those, and only they are inserted. When the guess
 * was too high, all items are.
 */

/**
 * Fills `order` with the items of the first `depth` places and with all items tied with the last of them, `keys` with their
 * scores. Tied items keep their order, NaN stands last. Returns how many were filled. Both arrays have room for all items.
 */
export function leadingItems(
  scores: Float64Array,
  start: number,
  end: number,
  depth: number,
  order: Uint32Array,
  keys: Float64Array,
): number {
  let count = pickAbove(scores, start, end, guess(scores, start, end, depth), order, keys)
  if (count < depth) count = pickAbove(scores, start, end, -Infinity, order, keys)
  if (count > depth) return insertPicked(count, depth, order, keys)
  insertPicked(count, count, order, keys)
  return count === depth ? count : appendNaN(scores, start, end, count, order, keys)
}

/** A score that about 1.6 times as many items reach as places are wanted, were the scores spread like a normal law. */
function guess(scores: Float64Array, start: number, end: number, depth: number): number {
  const share = (1.6 * depth) / (end - start)
  if (!(share < 0.5)) return -Infinity
  let sum = 0
  let otherSum = 0
  let squares = 0
  let otherSquares = 0
  for (let item = start + 1; item < end; item += 2) {
    const score = scores[item]
    const other = scores[item - 1]
    sum += score
    otherSum += other
    squares += score * score
    otherSquares += other * other
  }
  const used = (end - start) & ~1
  const mean = (sum + otherSum) / used
  const deviation = Math.sqrt((squares + otherSquares) / used - mean * mean)
  return mean + (Math.sqrt(-2 * Math.log(share)) - 0.85) * deviation // the normal quantile, to 0.2 for shares of 0.005 to 0.4
}

/** The items whose score is at least this. NaN is never; and nothing is at least NaN. */
function pickAbove(scores: Float64Array, start: number, end: number, least: number, order: Uint32Array, keys: Float64Array): number {
  let count = 0
  let item = start
  for (; item + 3 < end; item += 4) {
    const first = scores[item]
    const second = scores[item + 1]
    const third = scores[item + 2]
    const fourth = scores[item + 3]
    order[count] = item
    keys[count] = first
    count += +(first >= least) | 0
    order[count] = item + 1
    keys[count] = second
    count += +(second >= least) | 0
    order[count] = item + 2
    keys[count] = third
    count += +(third >= least) | 0
    order[count] = item + 3
    keys[count] = fourth
    count += +(fourth >= least) | 0
  }
  for (; item < end; item++) {
    order[count] = item
    keys[count] = scores[item]
    count += +(scores[item] >= least) | 0
  }
  return count
}

/** Sorts the first `depth` places of `count` picked items; items tied with the last of them follow. Returns where they end. */
function insertPicked(count: number, depth: number, order: Uint32Array, keys: Float64Array): number {
  for (let next = 1; next < depth; next++) insert(keys[next], order[next], next, order, keys)
  // Of the items that do not enter or are pushed out, those tied with the last place are kept, in their order, behind it.
  let last = keys[depth - 1]
  let end = depth
  for (let next = depth; next < count; next++) {
    const score = keys[next]
    if (score < last) continue
    const item = order[next]
    if (score === last) {
      keys[end] = score
      order[end++] = item
      continue
    }
    const pushedOut = order[depth - 1]
    insert(score, item, depth - 1, order, keys)
    if (keys[depth - 1] === last) {
      for (let place = end++; place > depth; place--) order[place] = order[place - 1]
      order[depth] = pushedOut
      keys[end - 1] = last
    } else {
      last = keys[depth - 1]
      end = depth
    }
  }
  return end
}

function insert(score: number, item: number, place: number, order: Uint32Array, keys: Float64Array): void {
  while (place > 0 && keys[place - 1] < score) {
    keys[place] = keys[place - 1]
    order[place] = order[place - 1]
    place--
  }
  keys[place] = score
  order[place] = item
}

function appendNaN(scores: Float64Array, start: number, end: number, filled: number, order: Uint32Array, keys: Float64Array): number {
  for (let item = start; item < end; item++) {
    if (!Number.isNaN(scores[item])) continue
    keys[filled] = Number.NaN
    order[filled++] = item
  }
  return filled
}
