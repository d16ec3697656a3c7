export { loadWasmKernels, type WasmKernelsOptions, wasmKernels } from './wasmKernels.ts'
