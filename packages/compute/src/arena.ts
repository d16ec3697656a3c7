/**
 * The one memory that the primitives work in. From the bottom up it holds the arrays handed out, then, during a call, that call's
 * scratch. Arrays belong to tenants. Each gives back its own in the order of a stack; what that leaves free below the arrays of
 * others is handed out again.
 *
 * A memory that grows gets a new buffer, and views of the old one go dead (a shared memory is the exception: its old views
 * stay good). So an unshared memory grows only while no array is handed out, and then generously, as untouched pages cost
 * nothing; an array that does not fit any more is an ordinary one, which works all the same and is copied block by block.
 * To have one huge array in place, allocate it first, or reserve room when `Compute` is made.
 */
export interface Arena {
  /** A new tenant, whose marks and releases do not concern the arrays of the others. */
  tenant(): Tenant
  /** Bytes without a view, which may stay while the memory grows. Undefined when they cannot be had, or too many are kept already. */
  keep(bytes: number): Block | undefined
  giveBack(block: Block): void
  /** Whether the primitives can read the array where it is. */
  holds(array: Placeable): boolean
  /** Makes sure of this many bytes of scratch, growing if need be; false when they cannot be had. */
  open(bytes: number): boolean
  /** Takes scratch for the call that opened it; gives its address. */
  take(bytes: number): number
  /** Where the first `length` numbers are: their own place, or scratch that they were copied to. */
  place(array: Placeable, length: number): number
  /** Bytes of scratch that `place` or `stage` will take for the array: none when it is in this memory. */
  outside(array: Placeable, length: number): number
  /** Scratch for parts of an array that lies elsewhere; undefined when it can be used where it is. */
  stage(array: Placeable, length: number): number | undefined
  /** Copies `length` numbers from `start` on into the memory. */
  copyIn(array: Placeable, start: number, length: number, address: number): void
  /** Copies them back. */
  copyOut(address: number, array: Placeable, start: number, length: number): void
  /** All of the memory, as it is now. */
  doubles(): Float64Array
  words(): Uint32Array
}

/** Who is handed out arrays. */
export interface Tenant {
  float32(length: number): Float32Array
  float64(length: number): Float64Array
  bytes(length: number): Uint8Array
  words(length: number): Uint32Array
  integers(length: number): Int32Array
  mark(): number
  release(mark: number): void
}

/** A part of the memory that is handed out. */
export interface Block {
  readonly start: number
  readonly end: number
}

type Placeable = Float32Array | Float64Array | Uint32Array | Int32Array | Uint8Array

const PAGE = 65536
const MOST_PAGES = 65536
const BOTTOM = 1024 // address 0 stays free: it stands for "none"
/** What is never handed out, so that calls have room to work. */
export const SCRATCH_KEPT = 128 << 20
const HEADROOM = 1 << 30
/** Most bytes that are kept. */
const MOST_KEPT = 64 << 20

export function makeArena(memory: WebAssembly.Memory, shared: boolean): Arena {
  let buffer = memory.buffer
  const known = new WeakSet<ArrayBufferLike>([buffer])
  let octets = new Uint8Array(buffer)
  let singles = new Float32Array(buffer)
  let doubles = new Float64Array(buffer)
  let words = new Uint32Array(buffer)
  const blocks: Block[] = [] // handed out, by their place
  let held = 0 // bytes in them
  let kept = 0 // bytes in those without a view
  let arrays = 0 // those with a view
  let top = BOTTOM // end of the last of them
  let scratch = BOTTOM // end of the scratch of the current call
  let used = BOTTOM // nothing was ever written from here on: it is zero without being touched

  function grow(bytes: number): boolean {
    const missing = Math.ceil((bytes - buffer.byteLength) / PAGE)
    if (missing <= 0) return true
    if (buffer.byteLength / PAGE + missing > MOST_PAGES || (!shared && arrays > 0)) return false
    try {
      memory.grow(missing)
    } catch {
      return false
    }
    buffer = memory.buffer
    known.add(buffer)
    octets = new Uint8Array(buffer)
    singles = new Float32Array(buffer)
    doubles = new Float64Array(buffer)
    words = new Uint32Array(buffer)
    return true
  }

  /** `bytes` zeros to hand out, or undefined when they would leave too little scratch. */
  function handOut(bytes: number): Block | undefined {
    const size = aligned(bytes)
    const gap = top - BOTTOM - held >= size ? gapOf(size) : undefined
    const needed = top + bytes + SCRATCH_KEPT
    if (gap === undefined && needed > buffer.byteLength && !grow(Math.min(needed + HEADROOM, MOST_PAGES * PAGE)) && !grow(needed)) {
      return undefined
    }
    const start = gap === undefined ? top : gap === 0 ? BOTTOM : blocks[gap - 1].end
    const block = { start, end: start + size }
    if (gap === undefined) blocks.push(block)
    else blocks.splice(gap, 0, block)
    held += size
    top = blocks[blocks.length - 1].end
    octets.fill(0, start, Math.min(block.end, used))
    used = Math.max(used, block.end)
    return block
  }

  /** The place, among the blocks, of the first gap of this size below the last of them; undefined when there is none. */
  function gapOf(size: number): number | undefined {
    let end = BOTTOM
    for (const [place, block] of blocks.entries()) {
      if (block.start - end >= size) return place
      end = block.end
    }
    return undefined
  }

  function takeBack(block: Block): void {
    if (block === blocks[blocks.length - 1]) blocks.pop()
    else blocks.splice(blocks.lastIndexOf(block), 1)
    held -= block.end - block.start
    top = blocks.length === 0 ? BOTTOM : blocks[blocks.length - 1].end
  }

  function tenant(): Tenant {
    const own: Block[] = []
    const placed = (bytes: number): number | undefined => {
      const block = handOut(bytes)
      if (block === undefined) return undefined
      own.push(block)
      arrays++
      return block.start
    }
    return {
      float32(length) {
        const address = placed(4 * length)
        return address === undefined ? new Float32Array(length) : new Float32Array(buffer, address, length)
      },
      float64(length) {
        const address = placed(8 * length)
        return address === undefined ? new Float64Array(length) : new Float64Array(buffer, address, length)
      },
      bytes(length) {
        const address = placed(length)
        return address === undefined ? new Uint8Array(length) : new Uint8Array(buffer, address, length)
      },
      words(length) {
        const address = placed(4 * length)
        return address === undefined ? new Uint32Array(length) : new Uint32Array(buffer, address, length)
      },
      integers(length) {
        const address = placed(4 * length)
        return address === undefined ? new Int32Array(length) : new Int32Array(buffer, address, length)
      },
      mark: () => own.length,
      release(mark) {
        if (!(mark >= 0 && mark <= own.length)) throw new RangeError(`release(${mark}): not a mark of this memory`)
        for (; own.length > mark; arrays--) takeBack(own.pop()!)
      },
    }
  }

  function viewFor(array: Placeable): Placeable {
    if (array instanceof Float64Array) return doubles
    if (array instanceof Float32Array) return singles
    return array instanceof Uint8Array ? octets : words
  }

  function holds(array: Placeable): boolean {
    return array.buffer === buffer || (shared && known.has(array.buffer))
  }

  function take(bytes: number): number {
    const address = scratch
    scratch = aligned(scratch + bytes)
    used = Math.max(used, scratch)
    if (scratch > buffer.byteLength) throw new Error('a primitive took more scratch than it opened')
    return address
  }

  function copyIn(array: Placeable, start: number, length: number, address: number): void {
    const part = start === 0 && array.length === length ? array : array.subarray(start, start + length)
    viewFor(array).set(part, address / array.BYTES_PER_ELEMENT)
  }

  return {
    tenant,
    keep(bytes) {
      if (kept + aligned(bytes) > MOST_KEPT) return undefined
      const block = handOut(bytes)
      if (block !== undefined) kept += block.end - block.start
      return block
    },
    giveBack(block) {
      takeBack(block)
      kept -= block.end - block.start
    },
    holds,
    open(bytes) {
      scratch = top
      return grow(top + bytes)
    },
    take,
    place(array, length) {
      if (holds(array)) return array.byteOffset
      const address = take(array.BYTES_PER_ELEMENT * length)
      copyIn(array, 0, length, address)
      return address
    },
    outside: (array, length) => (holds(array) ? 0 : array.BYTES_PER_ELEMENT * length),
    stage: (array, length) => (holds(array) ? undefined : take(array.BYTES_PER_ELEMENT * length)),
    copyIn,
    copyOut(address, array, start, length) {
      const at = address / array.BYTES_PER_ELEMENT
      array.set(viewFor(array).subarray(at, at + length), start)
    },
    doubles: () => doubles,
    words: () => words,
  }
}

/** What `take` needs for this many bytes, with what is lost to alignment. */
export function roomFor(...bytes: number[]): number {
  let total = 0
  for (const each of bytes) total += aligned(each)
  return total
}

/** Up to the next cache line. */
function aligned(address: number): number {
  return Math.ceil(address / 64) * 64
}
