/**
 * How the threads of a pool share out the pieces of a task. One thread, the owner, announces a task and takes part itself;
 * the others join when they come. Everything they agree on is in one shared buffer.
 *
 * A claim carries the number of its task beside the next piece, in one 64-bit word: a thread that slept through the end of
 * a task cannot take a piece of the next one by mistake. The owner never waits for a thread to wake up, only for pieces that
 * were taken.
 */
import { mostFields, type RunPiece } from '@rankwright/compute'

const ROUND = 0 // counts tasks; others wait on it
const FINISHED = 1 // pieces of this task that are done; the owner waits on it
const FAILED = 2
const CLOSED = 3
const TASK = 4
const PIECES = 5
const WORDS = 8

const NO_PIECE = 0xffffffff
const CLAIM_BYTE = 4 * WORDS
const GIVEN_BYTE = CLAIM_BYTE + 8
const BYTES = GIVEN_BYTE + 8 * mostFields

/** Looks before going to sleep: enough for the pause between two tasks of one computation, about 50 µs. */
const LOOKS = 20_000

interface Board {
  readonly words: Int32Array
  readonly claim: BigInt64Array
  readonly given: Float64Array
}

export function newBoard(): SharedArrayBuffer {
  return new SharedArrayBuffer(BYTES)
}

/** The owner's side: runs every piece of a task once, with the help of other threads, and returns when all are done. */
export function poolOwner(buffer: SharedArrayBuffer) {
  const board = boardOn(buffer)
  let round = 0
  return {
    /** `runPiece` runs a piece on this thread; the others know the task by its number and its fields in `given`. */
    run(task: number, given: Float64Array, pieces: number, runPiece: RunPiece): void {
      const { words, claim } = board
      round = (round + 1) | 0
      Atomics.store(claim, 0, claimOf(round, NO_PIECE)) // first of all: who still reads the last task must not find a piece of it
      words[TASK] = task
      words[PIECES] = pieces
      board.given.set(given)
      Atomics.store(words, FINISHED, 0)
      Atomics.store(claim, 0, claimOf(round, 0))
      Atomics.store(words, ROUND, round)
      Atomics.notify(words, ROUND)
      const failures: unknown[] = []
      takePieces(board, round, pieces, runPiece, (error) => failures.push(error))
      waitUntil(words, FINISHED, pieces)
      const othersFailed = Atomics.exchange(words, FAILED, 0) === 1
      if (failures.length > 0) throw failures[0]
      if (othersFailed) throw new Error('a compute thread failed')
    },
    /** Sends the others home. The owner can go on alone. */
    close(): void {
      Atomics.store(board.words, CLOSED, 1)
      Atomics.add(board.words, ROUND, 1)
      Atomics.notify(board.words, ROUND)
    },
  }
}

/** The life of another thread: waits for tasks, helps, and returns when the pool is closed. */
export function helpOut(buffer: SharedArrayBuffer, runnerOf: (task: number, given: Float64Array) => RunPiece): void {
  const board = boardOn(buffer)
  const { words } = board
  let seen = 0
  for (;;) {
    waitWhile(words, ROUND, seen)
    seen = Atomics.load(words, ROUND)
    if (Atomics.load(words, CLOSED) === 1) return
    takePieces(board, seen, words[PIECES], runnerOf(words[TASK], board.given), () => Atomics.store(words, FAILED, 1))
  }
}

/** Takes pieces of this round until there are none. A round that is over has no pieces. `onFailure` is called before the piece counts as done. */
function takePieces({ words, claim }: Board, round: number, pieces: number, runPiece: RunPiece, onFailure: (error: unknown) => void): void {
  for (;;) {
    const current = Atomics.load(claim, 0)
    const piece = Number(BigInt.asUintN(32, current))
    if (piece >= pieces || current !== claimOf(round, piece)) return
    if (Atomics.compareExchange(claim, 0, current, current + 1n) !== current) continue
    try {
      runPiece(piece)
    } catch (error) {
      onFailure(error)
    }
    if (Atomics.add(words, FINISHED, 1) + 1 === pieces) Atomics.notify(words, FINISHED)
  }
}

function claimOf(round: number, piece: number): bigint {
  return (BigInt(round) << 32n) | BigInt(piece)
}

function waitWhile(words: Int32Array, index: number, value: number): void {
  for (let look = 0; look < LOOKS; look++) if (Atomics.load(words, index) !== value) return
  while (Atomics.load(words, index) === value) Atomics.wait(words, index, value)
}

function waitUntil(words: Int32Array, index: number, value: number): void {
  for (let look = 0; look < LOOKS; look++) if (Atomics.load(words, index) === value) return
  for (;;) {
    const current = Atomics.load(words, index)
    if (current === value) return
    Atomics.wait(words, index, current)
  }
}

function boardOn(buffer: SharedArrayBuffer): Board {
  return {
    words: new Int32Array(buffer, 0, WORDS),
    claim: new BigInt64Array(buffer, CLAIM_BYTE, 1),
    given: new Float64Array(buffer, GIVEN_BYTE, mostFields),
  }
}
