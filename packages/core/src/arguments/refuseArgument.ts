import { RankwrightError } from '../problems/problem.ts'

/** Throws the problem that names the argument, what it is, and what was expected ("an array of numbers"). */
export function refuseArgument(argument: string, value: unknown, expected: string): never {
  throw new RankwrightError({ area: 'argument', code: 'argument-of-wrong-kind', argument, found: shownValue(value), expected })
}

/** A value in a few words, for messages. */
export function shownValue(value: unknown): string {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'string':
      return `the text "${value.slice(0, 40)}"`
    case 'number':
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'object':
      return shownObject(value)
    default:
      return `a ${typeof value}`
  }
}

function shownObject(value: object): string {
  if ('then' in value && typeof value.then === 'function') return 'a promise that was not awaited'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (ArrayBuffer.isView(value)) {
    return `a ${value.constructor.name}${'length' in value ? ` of ${value.length}` : ''}${isEmptied(value) ? ', whose memory was moved away' : ''}`
  }
  if ('0' in value && !('length' in value)) return 'an object with numbered keys, as JSON.parse gives for a typed array'
  const keys = Object.keys(value)
  return keys.length === 0 ? 'an empty object' : `an object with ${keys.slice(0, 4).join(', ')}${keys.length > 4 ? ' …' : ''}`
}

/** Whether the memory of an array was handed to somebody else. */
export function isEmptied({ buffer, byteLength }: ArrayBufferView): boolean {
  return byteLength === 0 && buffer instanceof ArrayBuffer && buffer.byteLength === 0 && isDetached(buffer)
}

/** Node 20 has no `detached`: a view can be laid on any memory but on one that was moved away. */
function isDetached(buffer: ArrayBuffer): boolean {
  try {
    new Uint8Array(buffer)
    return false
  } catch {
    return true
  }
}
