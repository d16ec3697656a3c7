import { RankwrightError } from '@rankwright/core'

/** A line `key=value` of a LightGBM file, and which line it is. */
interface Line {
  readonly value: string
  readonly line: number
}

interface Whole {
  readonly atLeast: number
  readonly atMost: number
}

/** Some lines of a LightGBM file: its head, or one tree. */
export interface LightgbmPart {
  /** `the head` or `tree 3`. */
  readonly name: string
  readonly line: number
  has(key: string): boolean
  text(key: string): string
  /** A whole number from 0. */
  count(key: string): number
  /** As many numbers as `length` says: finite ones, whole ones in a range, or also infinity. */
  numbers(key: string, length: number, allowed?: Whole | 'infinity'): Float64Array
  /** The file is broken at this key. */
  fail(key: string, reason: string): never
  /** The file is sound, and says what we have no exact form for. */
  refuse(key: string, what: string): never
}

const format = 'LightGBM'
const lastLine = 'end of trees'

/** The head and the trees of a LightGBM text file; what follows the trees is for people. */
export function lightgbmParts(text: string, file: string): { readonly head: LightgbmPart; readonly trees: readonly LightgbmPart[] } {
  const lines = text.split(/\r?\n/)
  const starts: number[] = []
  let end = -1
  for (let at = 0; at < lines.length && end < 0; at++) {
    if (lines[at].startsWith('Tree=')) starts.push(at)
    else if (lines[at] === lastLine) end = at
  }
  const fail = (line: number, where: string, reason: string): never => {
    throw new RankwrightError({ area: 'export', code: 'broken-foreign-model', at: { file, line }, format, where, reason })
  }
  if (end < 0) fail(lines.length, 'its end', `the line "${lastLine}" is not there, so the file was cut off`)
  const head = part('the head', lines, 0, starts[0] ?? end, file)
  const trees = starts.map((start, index) => {
    const found = part(`tree ${index + 1}`, lines, start, starts[index + 1] ?? end, file)
    return found.text('Tree') === String(index) ? found : found.fail('Tree', `expected ${index}, found ${excerpt(found.text('Tree'))}`)
  })
  return { head, trees }
}

function part(name: string, lines: readonly string[], start: number, end: number, file: string): LightgbmPart {
  const found = new Map<string, Line>()
  for (let at = start; at < end; at++) {
    const equals = lines[at].indexOf('=')
    const key = equals < 0 ? lines[at].trim() : lines[at].slice(0, equals)
    if (key !== '') found.set(key, { value: equals < 0 ? '' : lines[at].slice(equals + 1).trim(), line: at + 1 })
  }
  const line = start + 1
  const placeOf = (key: string) => ({ file, line: found.get(key)?.line ?? line })
  const fail = (key: string, reason: string): never => {
    throw new RankwrightError({
      area: 'export',
      code: 'broken-foreign-model',
      at: placeOf(key),
      format,
      where: `${key} of ${name}`,
      reason,
    })
  }
  const refuse = (key: string, what: string): never => {
    throw new RankwrightError({ area: 'export', code: 'import-beyond', at: placeOf(key), format, what })
  }
  const text = (key: string): string => found.get(key)?.value ?? fail(key, 'it is not there')
  return {
    name,
    line,
    fail,
    refuse,
    text,
    has: (key) => found.has(key),
    count(key) {
      const value = text(key)
      return /^\d{1,9}$/.test(value) ? Number(value) : fail(key, `expected a whole number, found ${excerpt(value)}`)
    },
    numbers(key, length, allowed) {
      const words = length === 0 && !found.has(key) ? [] : text(key).split(' ').filter(Boolean)
      if (words.length !== length) fail(key, `expected ${length} numbers, found ${words.length}`)
      return Float64Array.from(words, (word, index) => {
        if (allowed === 'infinity' && word === 'inf') return Infinity
        const value = decimal.test(word) ? Number(word) : Number.NaN
        if (!Number.isFinite(value)) fail(key, `number ${index + 1} is ${excerpt(word)}`)
        if (typeof allowed === 'object' && !(Number.isInteger(value) && value >= allowed.atLeast && value <= allowed.atMost))
          fail(key, `number ${index + 1} is ${excerpt(word)}, expected a whole number from ${allowed.atLeast} to ${allowed.atMost}`)
        return value
      })
    },
  }
}

const decimal = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i

function excerpt(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}
