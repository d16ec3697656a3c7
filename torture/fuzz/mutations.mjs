// Changes of an input: of its bytes, of its words, and of the JSON document that it may be.
import { sealed } from './seal.mjs'

const words = [
  '',
  '0',
  '-0',
  '-1',
  '1e308',
  '-1e308',
  '1e999',
  '1e-320',
  'NaN',
  'Infinity',
  'null',
  '2147483647',
  '4294967296',
  '9007199254740993',
  '0x10',
  '1_000',
  '"',
  '""',
  '\u0000',
  '\ufeff',
  '\r',
  '\n',
  '\t',
  ',',
  ';',
  ':',
  '#',
  'qid:',
  '__proto__',
  'constructor',
  '[[[[[[[[',
  '{"a":',
  '\ud800',
  '%s',
  '../../x',
  '<!ENTITY x "y">',
  '\u2028',
  'é',
  '𝒳',
]
const values = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  1e15,
  1e9,
  '',
  'x',
  '__proto__',
  'é\u0000',
  [],
  {},
  [0],
  [null],
  [[]],
  { dtype: 'f64', shape: [1e9], data: '' },
  { dtype: 'f64', shape: [-1], data: '=' },
  { kind: 'x' },
]

/** `others` are inputs of the same sort to take pieces from. */
export function mutated(input, others, random) {
  if (random.integer(3) > 0) {
    const document = jsonOf(input)
    if (document !== undefined) return mutatedDocument(document, others, random)
  }
  let bytes = Buffer.from(input)
  for (let times = 1 + random.integer(4); times > 0; times--) bytes = mutatedBytes(bytes, others, random)
  return bytes
}

function mutatedBytes(bytes, others, random) {
  const at = random.integer(bytes.length + 1)
  const end = Math.min(bytes.length, at + 1 + random.integer(random.integer(2) === 0 ? 4 : 64))
  const replaced = (piece, to = end) => Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(to)])
  switch (random.integer(9)) {
    case 0: {
      if (at === bytes.length) return bytes
      const copy = Buffer.from(bytes)
      copy[at] ^= 1 << random.integer(8)
      return copy
    }
    case 1:
      return replaced(Buffer.from([random.integer(256)]), Math.min(bytes.length, at + 1))
    case 2:
      return replaced(Buffer.alloc(0))
    case 3:
      return bytes.subarray(0, at)
    case 4:
      return replaced(Buffer.concat([bytes.subarray(at, end), bytes.subarray(at, end)]))
    case 5:
      return replaced(Buffer.from(words[random.integer(words.length)]), at)
    case 6:
      return replaceNumber(bytes, random)
    case 7: {
      const other = Buffer.from(others[random.integer(others.length)])
      return replaced(other.subarray(random.integer(other.length + 1)).subarray(0, 200), at)
    }
    default:
      return replaced(Buffer.from(words[random.integer(words.length)]))
  }
}

function replaceNumber(bytes, random) {
  const text = bytes.toString('latin1')
  const numbers = [...text.matchAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi)]
  if (numbers.length === 0) return bytes
  const { index, 0: found } = numbers[random.integer(numbers.length)]
  return Buffer.from(text.slice(0, index) + words[random.integer(14)] + text.slice(index + found.length), 'latin1')
}

function jsonOf(input) {
  if (input[0] !== 0x7b && input[0] !== 0x5b) return undefined
  try {
    const document = JSON.parse(Buffer.from(input).toString('utf8'))
    return typeof document === 'object' ? document : undefined
  } catch {
    return undefined
  }
}

function mutatedDocument(document, others, random) {
  let changed = document
  for (let times = 1 + random.integer(3); times > 0; times--) changed = changedSomewhere(changed, others, random)
  if (typeof changed !== 'object' || changed === null || Array.isArray(changed) || !('checksum' in document))
    return Buffer.from(JSON.stringify(changed))
  const { checksum: _, ...open } = changed
  return Buffer.from(JSON.stringify(random.integer(2) === 0 ? sealed(changed) : open))
}

function changedSomewhere(value, others, random, depth = 0) {
  const inner = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!inner || (depth > 0 && random.integer(4) === 0)) return otherValue(value, others, random)
  const keys = Object.keys(value)
  const key = keys[random.integer(keys.length)]
  const copy = Array.isArray(value) ? [...value] : { ...value }
  switch (random.integer(8)) {
    case 0:
      if (Array.isArray(copy)) copy.splice(Number(key), 1)
      else delete copy[key]
      return copy
    case 1:
      if (Array.isArray(copy)) copy.splice(Number(key), 0, copy[key])
      else copy[words[random.integer(words.length)]] = copy[key]
      return copy
    case 2:
      copy[key] = copy[keys[random.integer(keys.length)]]
      return copy
    default:
      copy[key] = changedSomewhere(copy[key], others, random, depth + 1)
      return copy
  }
}

function otherValue(value, others, random) {
  if (typeof value === 'number' && random.integer(2) === 0)
    return [value + 1, value - 1, -value, value * 1e9, Math.sqrt(Math.abs(value)), 1 - value][random.integer(6)]
  if (typeof value === 'string' && random.integer(2) === 0 && value.length > 0) {
    const at = random.integer(value.length)
    return value.slice(0, at) + String.fromCharCode(random.integer(128)) + value.slice(at + random.integer(2))
  }
  if (random.integer(6) === 0) {
    const other = jsonOf(Buffer.from(others[random.integer(others.length)]))
    const parts = other === undefined ? [] : Object.values(other)
    if (parts.length > 0) return parts[random.integer(parts.length)]
  }
  return values[random.integer(values.length)]
}
