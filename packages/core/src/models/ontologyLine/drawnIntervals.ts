/** The drawn trees of lines as intervals: in an order of the terms, depth first, every subtree is side by side. */

export interface DrawnIntervals {
  /** How many terms are in the trees. */
  readonly count: number
  /** Line after line, the terms of its tree. */
  readonly order: Uint32Array
  /** Term after term, one for each line: the places of its subtree in that order, from the first to before `ends`. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/** `kept` holds, term after term, the parent that each line kept: −1 at a top, −2 for terms outside. Undefined behind a circle: see `isForest`. */
export function drawnIntervals(kept: Int32Array, lines: number): DrawnIntervals {
  const size = kept.length / lines
  let count = 0
  for (let term = 0; term < size; term++) if (kept[term * lines] >= -1) count++
  const order = new Uint32Array(count * lines)
  const starts = new Uint32Array(kept.length)
  const ends = new Uint32Array(kept.length)
  for (let line = 0; line < lines; line++) {
    const { rising, sizes } = childrenFirst(kept, lines, line)
    const next = new Uint32Array(size) // the place of the next child
    let tops = 0
    for (let place = rising.length - 1; place >= 0; place--) {
      const term = rising[place]
      const [at, parent] = [term * lines + line, kept[term * lines + line]]
      const start = parent < 0 ? tops : next[parent]
      if (parent < 0) tops += sizes[term]
      else next[parent] += sizes[term]
      starts[at] = start
      ends[at] = start + sizes[term]
      next[term] = start + 1
      order[line * count + start] = term
    }
  }
  return { count, order, starts, ends }
}

/** Whether the parents kept on a line lead up to a top from everywhere. */
export function isForest(kept: Int32Array, lines: number): boolean {
  const size = kept.length / lines
  for (let line = 0; line < lines; line++) {
    let inside = 0
    for (let term = 0; term < size; term++) {
      const parent = kept[term * lines + line]
      if (parent >= -1) inside++
      if (parent >= -1 !== kept[term * lines] >= -1 || (parent >= 0 && kept[parent * lines + line] < -1)) return false
    }
    if (childrenFirst(kept, lines, line).rising.length < inside) return false
  }
  return true
}

/** The terms of one tree, each after all that is below it, with the sizes of their subtrees. */
function childrenFirst(kept: Int32Array, lines: number, line: number) {
  const size = kept.length / lines
  const waiting = new Uint32Array(size)
  const sizes = new Uint32Array(size)
  for (let term = 0; term < size; term++) if (kept[term * lines + line] >= 0) waiting[kept[term * lines + line]]++
  const rising = new Uint32Array(size)
  let length = 0
  for (let term = 0; term < size; term++) if (waiting[term] === 0 && kept[term * lines + line] >= -1) rising[length++] = term
  for (let place = 0; place < length; place++) {
    const term = rising[place]
    const parent = kept[term * lines + line]
    sizes[term]++
    if (parent < 0) continue
    sizes[parent] += sizes[term]
    if (--waiting[parent] === 0) rising[length++] = parent
  }
  return { rising: rising.subarray(0, length), sizes }
}
