export { type PoolParts, pieceRunner, pooledKernels, poolParts, type RunPiece } from './pooledKernels.ts'
export { relaxedWasmKernels } from './relaxedKernels.ts'
export { loadWasmKernels, type WasmKernelsOptions, wasmKernels } from './wasmKernels.ts'
