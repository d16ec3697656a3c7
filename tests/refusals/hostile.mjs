// What is tried in place of each argument, and of each part of it.

/** Values that make no sense in most places. Each comes with the words that a failure shows. */
export function hostileValues() {
  const cyclic = { name: 'cyclic' }
  cyclic.self = cyclic
  return [
    ['undefined', undefined],
    ['null', null],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['-1', -1],
    ['0.5', 0.5],
    ['2 ** 53', 2 ** 53],
    ['10n', 10n],
    ['a symbol', Symbol('hostile')],
    ['"x"', 'x'],
    ['"3"', '3'],
    ['""', ''],
    ['true', true],
    ['[]', []],
    ['[NaN]', [Number.NaN]],
    ['["x"]', ['x']],
    ['[1n]', [1n]],
    ['[a symbol]', [Symbol('hostile')]],
    ['an array with a hole', withHole([1, 2])],
    ['{}', {}],
    ['{ length: 2 }', { length: 2 }],
    ['a frozen object', Object.freeze({ a: Number.NaN })],
    ['an object without a prototype', Object.create(null)],
    ['a cyclic object', cyclic],
    ['a function', () => 1],
    ['a promise', Promise.resolve(1)],
    ['a Map', new Map([['a', 1]])],
    ['an empty Float64Array', new Float64Array(0)],
    ['a detached Float64Array', detached(new Float64Array(3))],
  ]
}

/** Fewer of them, for parts that lie deeper. */
const deeper = new Set([
  'undefined',
  'null',
  'NaN',
  'Infinity',
  '-1',
  '10n',
  'a symbol',
  '"x"',
  '[]',
  '{}',
  'a cyclic object',
  'a detached Float64Array',
])

const deepest = 3

/** Every way to spoil a value: the value itself, its parts, and their parts. Gives the place, the words and the spoilt value. */
export function* spoilt(value, place = '', depth = 0) {
  for (const [words, wrong] of hostileValues()) if (depth < 1 || deeper.has(words)) yield { place, words, wrong, whole: depth === 0 }
  if (depth === 0 && isPlain(value)) yield { place, words: 'itself through JSON', wrong: throughJson(value), whole: false }
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) yield* spoiltTyped(value, place)
  else if (Array.isArray(value)) yield* spoiltArray(value, place, depth)
  else if (value instanceof Map) yield* spoiltMap(value, place)
  else if (isPlain(value) && depth < deepest) {
    for (const key of Object.keys(value)) {
      for (const part of spoilt(value[key], place === '' ? key : `${place}.${key}`, depth + 1)) {
        yield { ...part, wrong: { ...value, [key]: part.wrong }, whole: false }
      }
    }
  }
}

/** An options object with a name that is not there: one wrong letter in each name, and another name altogether. */
export function* misspelt(options) {
  yield { words: 'an unknown option', wrong: { ...options, zzzzzzzzzz: 1 } }
  for (const key of Object.keys(options)) {
    const { [key]: value, ...rest } = options
    yield { words: `${key} misspelt`, wrong: { ...rest, [`${key}x`]: value }, near: key }
  }
}

function* spoiltArray(value, place, depth) {
  const wrongs = [
    ['too short', value.slice(0, -1)],
    ['too long', [...value, value[0]]],
    ['with a hole', withHole(value)],
  ]
  for (const [words, wrong] of wrongs) yield { place, words, wrong, whole: false }
  if (value.length === 0 || depth >= deepest) return
  for (const part of spoilt(value[0], `${place}[0]`, depth + 1)) yield { ...part, wrong: [part.wrong, ...value.slice(1)], whole: false }
}

function* spoiltTyped(value, place) {
  const changed = (change) => {
    const copy = value.slice()
    change(copy)
    return copy
  }
  const wrongs = [
    ['too short', value.slice(0, -1)],
    ['too long', new value.constructor([...value, ...value.slice(0, 1)])],
    ['detached', detached(value.slice())],
    ['as a plain array', Array.from(value)],
    ['with the first as great as can be', changed((copy) => copy.fill(-1, 0, 1))],
    ['with the last as great as can be', changed((copy) => copy.fill(-1, -1))],
  ]
  if (value instanceof Float64Array || value instanceof Float32Array) {
    wrongs.push(['with NaN', changed((copy) => copy.fill(Number.NaN, 0, 1))])
    wrongs.push(['with Infinity', changed((copy) => copy.fill(Number.POSITIVE_INFINITY, -1))])
  }
  for (const [words, wrong] of wrongs) yield { place, words, wrong, whole: false }
}

function* spoiltMap(value, place) {
  for (const [words, wrong] of hostileValues()) {
    yield { place: `${place}.key`, words, wrong: new Map([[wrong, [...value.values()][0]]]), whole: false }
    yield { place: `${place}.value`, words, wrong: new Map([[[...value.keys()][0], wrong]]), whole: false }
    const inner = [...value.values()][0]
    if (inner instanceof Map) {
      yield { place: `${place}.value.key`, words, wrong: new Map([['t', new Map([[wrong, 1]])]]), whole: false }
      yield { place: `${place}.value.value`, words, wrong: new Map([['t', new Map([['d', wrong]])]]), whole: false }
    }
  }
}

function withHole(values) {
  const copy = [...values]
  delete copy[0]
  return copy
}

function detached(array) {
  structuredClone(array.buffer, { transfer: [array.buffer] })
  return array
}

function isPlain(value) {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
}

function throughJson(value) {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return {}
  }
}
