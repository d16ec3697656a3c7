import { number, options as optionsShape, requireArguments, type ShapesOf } from '@rankwright/core/arguments'
import type { Compute } from '@rankwright/core/numeric'
import { makeArena, SCRATCH_KEPT } from './arena.ts'
import type { ComputeExports } from './generated/computeExports.ts'
import { simd } from './generated/simd.ts'
import { simdRelaxed } from './generated/simdRelaxed.ts'
import { bytesOf, instantiate } from './instance.ts'
import { simdCompute } from './simdCompute.ts'

export interface WasmComputeOptions {
  /** Bytes of arrays to make room for at once, so that all of them are in place, in any order; up to 3.8 GB. */
  readonly reserve?: number
}

/** What `WasmComputeOptions` take. */
export const wasmComputeShapes: ShapesOf<WasmComputeOptions> = { reserve: number({ atLeast: 0, atMost: 2 ** 32 }) }

/** The primitives in WebAssembly, at once. On a browser's main thread use `loadWasmCompute`: there, larger modules may not be compiled at once. */
export function wasmCompute(options: WasmComputeOptions = {}): Compute {
  return computeFrom(simd, 'simd', options)
}

export function computeFrom(base64: string, build: Compute['build'], options: WasmComputeOptions): Compute {
  const memory = makeMemory(options)
  return computeOn(memory, instantiate(new WebAssembly.Module(bytesOf(base64)), memory), build)
}

/** The same primitives, compiled in the background; for browsers. */
export async function loadWasmCompute(options: WasmComputeOptions = {}): Promise<Compute> {
  const memory = makeMemory(options)
  return computeOn(memory, instantiate(await WebAssembly.compile(bytesOf(simd)), memory), 'simd')
}

function makeMemory(options: WasmComputeOptions): WebAssembly.Memory {
  requireArguments({ options }, { options: optionsShape(wasmComputeShapes) })
  const { reserve } = options
  const pages = reserve === undefined ? 16 : Math.min(65536, Math.ceil((reserve + SCRATCH_KEPT) / 65536))
  return new WebAssembly.Memory({ initial: pages, maximum: 65536 })
}

function computeOn(memory: WebAssembly.Memory, wasm: ComputeExports, build: Compute['build']): Compute {
  const arena = makeArena(memory, false)
  return simdCompute({
    build,
    arena,
    wasm,
    fused: build === 'simd' ? once(() => relaxedInstance(memory)) : () => wasm,
    threads: 1,
    run(task, pieces, given) {
      for (let piece = 0; piece < pieces; piece++) task.run(wasm, given, piece, 0)
    },
  })
}

/** Undefined where the engine has no relaxed SIMD, or may not compile it at once. */
function relaxedInstance(memory: WebAssembly.Memory): ComputeExports | undefined {
  try {
    return instantiate(new WebAssembly.Module(bytesOf(simdRelaxed)), memory)
  } catch {
    return undefined
  }
}

function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}
