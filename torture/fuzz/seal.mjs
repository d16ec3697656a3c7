// The checksum of a document, written a second time with the platform's own SHA-256: what the files promise to other programs.
import { createHash } from 'node:crypto'

export function sealed(document) {
  const { checksum: _, ...parts } = document
  return { ...parts, checksum: `sha256:${createHash('sha256').update(canonical(parts)).digest('hex')}` }
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}
