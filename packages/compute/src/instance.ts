import type { ComputeExports } from './computeExports.ts'

export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): ComputeExports {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as ComputeExports
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}
