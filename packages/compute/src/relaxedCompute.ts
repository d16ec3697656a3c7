import type { Compute } from '@rankwright/core/numeric'
import { simdRelaxed } from './generated/simdRelaxed.ts'
import { computeFrom, type WasmComputeOptions } from './wasmCompute.ts'

/**
 * The primitives with products and sums fused into one rounding where the machine can: faster, and the one build whose bits
 * differ, from the plain ones and between machines. Undefined where the engine has no relaxed SIMD; Node 20 has it behind
 * `--experimental-wasm-relaxed-simd`.
 */
export function relaxedWasmCompute(options: WasmComputeOptions = {}): Compute | undefined {
  try {
    return computeFrom(simdRelaxed, 'simd-relaxed', options)
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return undefined
    throw error
  }
}
