/**
 * The checksum of a JSON document: SHA-256 of its canonical form (RFC 8785: keys in order, numbers and texts as JavaScript writes them,
 * no space between). So it depends on what the document says, not on how it is laid out: a file may be printed prettily, or kept in a
 * database, and stay whole.
 */
import { Sha256 } from './sha256.ts'

/** The key that holds the checksum; it covers all others. */
export const checksumKey = 'checksum'

/** No document of ours has objects or arrays within each other to this depth. */
const deepest = 32

/** Undefined for a document that is nested more deeply than any of ours. */
export function checksumOf(document: Readonly<Record<string, unknown>>): string | undefined {
  if (!isShallow(document, deepest)) return undefined
  const hash = new Sha256()
  const keys = Object.keys(document).filter((key) => key !== checksumKey)
  addObject(hash, document, keys)
  return `sha256:${hash.digest()}`
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  return Array.isArray(value)
    ? value.every((item) => isShallow(item, levels - 1))
    : Object.values(value).every((part) => isShallow(part, levels - 1))
}

function addValue(hash: Sha256, value: unknown): void {
  if (Array.isArray(value)) {
    let separator = '['
    for (const item of value) {
      hash.add(separator)
      addValue(hash, item)
      separator = ','
    }
    hash.add(value.length === 0 ? '[]' : ']')
  } else if (typeof value === 'object' && value !== null) addObject(hash, value as Record<string, unknown>, Object.keys(value))
  else hash.add(JSON.stringify(value) ?? 'null')
}

/** Parts that are undefined are not there, as in JSON. */
function addObject(hash: Sha256, object: Readonly<Record<string, unknown>>, keys: readonly string[]): void {
  hash.add('{')
  let separator = ''
  for (const key of keys.toSorted()) {
    if (object[key] === undefined) continue
    hash.add(`${separator}${JSON.stringify(key)}:`)
    addValue(hash, object[key])
    separator = ','
  }
  hash.add('}')
}
