import type { Kept } from './operations/operation.ts'

/** Keeps all of it for as long as it is there itself. */
export function keptInMemory(): Kept {
  const values = new Map<string, object>()
  const stored = new Map<string, Uint8Array>()
  return {
    get: (name) => values.get(name),
    set: (name, value) => void values.set(name, value),
    bytes(name, into) {
      const known = stored.get(name)
      if (known !== undefined) into.set(known)
      return known !== undefined
    },
    setBytes: (name, bytes) => void stored.set(name, bytes.slice()),
    forget(name) {
      values.delete(name)
      stored.delete(name)
    },
  }
}
