/**
 * Matrices that are packed once for many products. Their panels lie in the memory of the module as long as somebody holds the prepared
 * matrix; where there is no room for them, every product packs them anew.
 *
 * A product of two numbers of single precision is exact in double precision, so that fusing it with the sum changes no bit: such
 * matrices are multiplied by the relaxed build where there is one.
 */
import { type PreparedMatrix, requireLength } from '@rankwright/core/numeric'
import { type Block, roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { gemm, gemmTask, MOST_COLUMNS } from './gemm.ts'
import { gemmSingle, gemmSingleTask } from './gemmSingle.ts'
import type { ComputeExports } from './generated/computeExports.ts'
import { DEPTH, packColumns } from './packing.ts'
import { packSingleColumns } from './singlePacking.ts'
import { STRIPE, stripeRows, THREAD_SCRATCH } from './stripes.ts'
import type { Given, Task } from './task.ts'

export interface PreparedMatrices {
  prepare(n: number, k: number, b: Float64Array | Float32Array, rows: 'single' | 'double'): PreparedMatrix
  gemmPrepared(m: number, a: Float64Array | Float32Array, b: PreparedMatrix, into: Float64Array): void
}

/** What is known of a matrix besides its numbers. */
interface Form {
  readonly panels: Block
  readonly exact: boolean
}

/** A part of the matrix that is packed by itself: where it starts, and where its panels lie behind those of the parts before it. */
interface Part {
  readonly row: number
  readonly depth: number
  readonly column: number
  readonly columns: number
  readonly bytes: number
}

export function preparedMatrices(engine: Engine): PreparedMatrices {
  const { arena } = engine
  const forms = new WeakMap<PreparedMatrix, Form>()
  const forgotten = new FinalizationRegistry<Block>((block) => arena.giveBack(block))

  function prepare(n: number, k: number, values: Float64Array | Float32Array, rows: 'single' | 'double'): PreparedMatrix {
    requireLength('b', values, k * n)
    const matrix = { n, k, values }
    const panels = n * k === 0 ? undefined : pack(engine, matrix)
    if (panels === undefined) return matrix
    const exact = rows === 'single' && values instanceof Float64Array && values.every((value) => Object.is(Math.fround(value), value))
    forms.set(matrix, { panels, exact })
    forgotten.register(matrix, panels)
    return matrix
  }

  function gemmPrepared(m: number, a: Float64Array | Float32Array, b: PreparedMatrix, into: Float64Array): void {
    const { n, k, values } = b
    requireLength('a', a, m * k)
    requireLength('into', into, m * n)
    const form = forms.get(b)
    const direct = form !== undefined && a.BYTES_PER_ELEMENT === values.BYTES_PER_ELEMENT && arena.holds(a) && arena.holds(into)
    if (m > 0 && direct && arena.open(roomFor(engine.threads * THREAD_SCRATCH))) multiply(engine, m, a, b, form, into)
    else if (values instanceof Float64Array && a instanceof Float64Array) gemm(engine, m, n, k, a, values, into)
    else if (values instanceof Float32Array && a instanceof Float32Array) gemmSingle(engine, m, n, k, a, values, into)
    else throw new TypeError('both factors of a product with a prepared matrix must have the same precision')
  }

  return { prepare, gemmPrepared }
}

/** The parts in the order in which their panels lie: those of the first columns, from the top down, then the next. */
function* partsOf({ n, k, values }: PreparedMatrix): Generator<Part> {
  const single = values instanceof Float32Array
  const [most, panel, size] = single ? [n, 8, 4] : [MOST_COLUMNS, 4, 8] // gemmSingle takes all columns at once
  let bytes = 0
  for (let column = 0; column < n; column += most) {
    const columns = Math.min(most, n - column)
    for (let row = 0; row < k; row += DEPTH) {
      const depth = Math.min(DEPTH, k - row)
      yield { row, depth, column, columns, bytes }
      bytes += Math.ceil(columns / panel) * panel * depth * size
    }
  }
}

/** Bytes of all panels. */
function panelBytes({ n, k, values }: PreparedMatrix): number {
  return values instanceof Float32Array ? 4 * k * (n + 7) : 8 * k * (n + 3 * Math.ceil(n / MOST_COLUMNS))
}

function pack(engine: Engine, matrix: PreparedMatrix): Block | undefined {
  const { arena } = engine
  const { n, k, values } = matrix
  const panels = arena.keep(panelBytes(matrix))
  if (panels === undefined) return undefined
  if (!arena.open(roomFor(arena.outside(values, k * n)))) {
    arena.giveBack(panels)
    return undefined
  }
  const at = arena.place(values, k * n)
  const size = values.BYTES_PER_ELEMENT
  for (const { row, depth, column, columns, bytes } of partsOf(matrix)) {
    const source = at + size * (row * n + column)
    const common = { source, strideBytes: size * n, depth, columns, into: panels.start + bytes }
    if (size === 4) packSingleColumns(engine, { ...common, double: 0 })
    else packColumns(engine, { ...common, weights: 0, single: 0 })
  }
  return panels
}

/** A and the result are in the memory of the module, and its scratch is open. */
function multiply(engine: Engine, m: number, a: Float64Array | Float32Array, b: PreparedMatrix, form: Form, into: Float64Array): void {
  const { n, k } = b
  const { arena, threads } = engine
  const size = a.BYTES_PER_ELEMENT
  const scratch = arena.take(threads * THREAD_SCRATCH)
  const perPiece = threads === 1 ? STRIPE : stripeRows(m, threads)
  const fused = form.exact && threads === 1 ? engine.fused?.() : undefined
  for (const { row, depth, column, columns, bytes } of partsOf(b)) {
    const given = {
      a: a.byteOffset + size * row,
      aStrideBytes: size * k,
      rows: m,
      depth,
      packed: form.panels.start + bytes,
      columns,
      into: into.byteOffset + 8 * column,
      intoStrideBytes: 8 * n,
      first: row === 0 ? 1 : 0,
      scratch,
      perPiece,
    }
    const pieces = Math.ceil(m / perPiece)
    if (fused !== undefined) runOn(fused, gemmTask, pieces, given)
    else if (size === 4) engine.run(gemmSingleTask, pieces, given)
    else engine.run(gemmTask, pieces, given)
  }
}

function runOn<Field extends string>(wasm: ComputeExports, task: Task<Field>, pieces: number, given: Given<NoInfer<Field>>): void {
  for (let piece = 0; piece < pieces; piece++) task.run(wasm, given, piece, 0)
}
