import type { Kernels } from '@rankwright/core'
import { simdRelaxed } from './generated/simdRelaxed.ts'
import { kernelsFrom, type WasmKernelsOptions } from './wasmKernels.ts'

/**
 * The kernels with products and sums fused into one rounding where the machine can: faster, and the one build whose bits
 * differ, from the plain kernels and between machines. Undefined where the engine has no relaxed SIMD; Node 20 has it behind
 * `--experimental-wasm-relaxed-simd`.
 */
export function relaxedWasmKernels(options: WasmKernelsOptions = {}): Kernels | undefined {
  try {
    return kernelsFrom(simdRelaxed, 'simd-relaxed', options)
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return undefined
    throw error
  }
}
