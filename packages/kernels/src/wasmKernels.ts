import type { Kernels } from '@rankwright/core'
import { makeArena, SCRATCH_KEPT } from './arena.ts'
import { simd } from './generated/simd.ts'
import { bytesOf, instantiate } from './instance.ts'
import type { KernelExports } from './kernelExports.ts'
import { simdKernels } from './simdKernels.ts'
import { type TaskName, tasks } from './tasks.ts'

export interface WasmKernelsOptions {
  /** Bytes of arrays to make room for at once, so that they are all in place, in whatever order they are asked for; up to 3.8 GB. */
  readonly reserve?: number
}

/** The WebAssembly kernels, at once. On a browser's main thread use `loadWasmKernels`: there, larger modules may not be compiled at once. */
export function wasmKernels(options: WasmKernelsOptions = {}): Kernels {
  return kernelsFrom(simd, 'simd', options)
}

export function kernelsFrom(base64: string, build: Kernels['build'], options: WasmKernelsOptions): Kernels {
  const memory = makeMemory(options)
  return kernelsOn(memory, instantiate(new WebAssembly.Module(bytesOf(base64)), memory), build)
}

/** The same kernels, compiled in the background; for browsers. */
export async function loadWasmKernels(options: WasmKernelsOptions = {}): Promise<Kernels> {
  const memory = makeMemory(options)
  return kernelsOn(memory, instantiate(await WebAssembly.compile(bytesOf(simd)), memory), 'simd')
}

function makeMemory({ reserve }: WasmKernelsOptions): WebAssembly.Memory {
  const pages = reserve === undefined ? 16 : Math.min(65536, Math.ceil((reserve + SCRATCH_KEPT) / 65536))
  return new WebAssembly.Memory({ initial: pages, maximum: 65536 })
}

function kernelsOn(memory: WebAssembly.Memory, exports: KernelExports, build: Kernels['build']): Kernels {
  const arena = makeArena(memory, false)
  return simdKernels({
    build,
    arena,
    exports,
    threads: 1,
    run(task: TaskName, chunks, given) {
      for (let chunk = 0; chunk < chunks; chunk++) tasks[task](exports, chunk, 0, given)
    },
  })
}
