import type { ComputeExports } from './generated/computeExports.ts'

export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): ComputeExports {
  const exports: unknown = new WebAssembly.Instance(module, { env: { memory } }).exports
  return exports as ComputeExports // the build makes this declaration and the module from the same sources
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}
