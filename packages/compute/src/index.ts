export { type AvailableComputeOptions, availableCompute } from './availableCompute.ts'
export { mostFields, type PoolParts, pieceRunner, pooledCompute, poolParts, type RunPiece, type ShareOut } from './pooledCompute.ts'
export { relaxedWasmCompute } from './relaxedCompute.ts'
export { loadWasmCompute, type WasmComputeOptions, wasmCompute } from './wasmCompute.ts'
