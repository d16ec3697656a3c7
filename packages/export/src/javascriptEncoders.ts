/** What an exported module has of a model's encoders: the code of the library that reads objects, and what was learned from the training rows. */
import type { ListModel } from '@rankwright/core'
import type { TableEncoders } from '@rankwright/core/data'
import { isPairRule } from '@rankwright/core/models'
import { classChanges, encoderCode, foldRuns } from './generated/encoderCode.ts'
import { javascriptLiteral } from './javascriptLiteral.ts'
import { numbers as array } from './javascriptOutputs.ts'

/** How a module calls the features of what it was given: objects are encoded first. Nothing is done without encoders. */
export interface GivenCode {
  /** A second parameter of functions that take rows. */
  readonly parameter: string
  /** The features of one row. */
  row(name: string): string
}

export function givenCode({ encoders }: Pick<ListModel, 'encoders'>): GivenCode {
  return encoders === undefined ? { parameter: '', row: (name) => name } : { parameter: ', list', row: (name) => `encode(${name}, list)` }
}

/** Lines of a comment on what `score` takes. */
export function givenRemarks({ encoders }: Pick<ListModel, 'encoders'>): string[] {
  if (encoders === undefined) return ['// Give the features of an item to score, in the order below or by name; greater ranks higher.']
  return [
    '// Give plain objects with the columns below to rankObjects, or one of them to score; greater ranks higher. An array is taken for the features.',
    `// The list (${javascriptLiteral(encoders.list)}) is a value of the object, or given beside it.`,
  ]
}

/** `encode(object, list)`, and what it needs. Nothing for a model without encoders. */
export function encodersCode({ encoders }: Pick<ListModel, 'encoders'>): string[] {
  if (encoders === undefined) return []
  const columns = encoders.columns.map(({ column, kind }) => ({ name: column, kind }))
  const tables = readsWords(encoders) ? { classChanges, foldRuns } : noWords
  return [
    '// The columns of a row. One that an object lacks counts as missing; others are ignored.',
    `export const columns = ${javascriptLiteral(columns)}`,
    '',
    '// What was learned from the training rows.',
    `const encoders = ${literalOf(encoders)}`,
    '',
    '// How cells are read. This is the code of rankwright itself.',
    `const reading = ${encoderCode}(${javascriptLiteral(tables)})`,
    encodeCode,
  ]
}

/** Tables without any letter, for models that read no words: they are much shorter. */
const noWords = { classChanges: '0n', foldRuns: '0:0:0:0' }

function readsWords({ columns, matches }: TableEncoders): boolean {
  return columns.some(({ kind }) => kind === 'text') || matches.some(({ kind }) => kind === 'words')
}

const encodeCode = `
const encoder = new reading.ObjectEncoder(encoders)

function featuresOf(object, list, row) {
  const values = new Float32Array(features.length)
  const { count, columns, values: found } = encoder.encode(object, list, row)
  for (let k = 0; k < count; k++) values[columns[k]] = found[k]
  return values
}

/** The features of an object; what is an array already has them. The list is the name of a column, or the query itself. */
export function encode(given, list) {
  if (Array.isArray(given) || ArrayBuffer.isView(given)) return given
  reading.requireObject('the row', given, 'an object with a value for each column')
  return featuresOf(given, reading.listOf(given, 0, reading.objectColumns([given], encoders, { list })), 0)
}
`

/** `rankObjects(objects, options)`, as that of the library. */
export function rankObjectsCode({ encoders, calibration, abstention }: ListModel): string[] {
  if (encoders === undefined) return []
  const pairs = abstention !== undefined && isPairRule(abstention)
  const ties = pairs ? ', ties, seed' : ''
  const told = pairs ? pairsTold : abstention === undefined ? '' : ', confidence: ranked.confidence, answered: ranked.answered'
  const probable = calibration
    ? '\n        ...(place + 1 < order.length && { probability: probability(scores[i] - scores[order[place + 1]]) }),'
    : ''
  return [
    `
/**
 * The objects of each list, best first, as rankObjects of the library gives them. The list is the name of a column, or the query that all of
 * them belong to; the item is the name of a column.
 */
export function rankObjects(objects, { list, item, strict, top = Infinity${ties}, ...others } = {}) {
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new TypeError('there is no option ' + unknown + ' here; give one of list, item, strict, top${ties}')
  if (!Array.isArray(objects)) throw new TypeError('objects is no array; give an array of objects')
  const columns = reading.objectColumns(objects, encoders, { list, item })
  reading.requireColumns(objects, encoders.columns.map(({ column }) => column), strict)
  const withItems = reading.haveItems(objects, columns)
  const lists = new Map()
  objects.forEach((object, row) => {
    reading.requireObject('objects[' + row + ']', object, 'an object with a value for each column')
    const id = reading.listOf(object, row, columns)
    const named = withItems ? { item: reading.itemOf(object, row, columns.item) } : {}
    if (!lists.has(id)) lists.set(id, [])
    lists.get(id).push({ row, named, features: featuresOf(object, id, row) })
  })
  return Array.from(lists, ([id, entries]) => {
    const rows = entries.map((entry) => entry.features)
${abstention === undefined ? byScoreCode : `    const ranked = rankList(rows, { list: id${ties} })\n    const { order, scores } = ranked`}
    return {
      id,
      items: order.slice(0, top).map((i, place) => ({
        row: entries[i].row,
        ...entries[i].named,
        score: scores[i],${probable}
      }))${told},
    }
  })
}`,
  ]
}

const byScoreCode = `    const scores = scoreList(rows)
    const order = scores.map((_, i) => i).sort((i, k) => scores[k] - scores[i])`

const pairsTold = `,
      undecided: ranked.undecided.filter((pair) => pair.every((i) => order.indexOf(i) < top)).map((pair) => pair.map((i) => entries[i].row)),
      runs: ranked.runs
        .map((run) => run.filter((i) => order.indexOf(i) < top).map((i) => entries[i].row))
        .filter((run) => run.length > 1)`

/** Plain data with typed arrays as JavaScript. */
function literalOf(value: unknown): string {
  if (value instanceof Float64Array) return `new Float64Array(${array(value)})`
  if (value instanceof Int32Array) return countsLiteral(value)
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return javascriptLiteral(value)
  return `{ ${Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${javascriptLiteral(key)}: ${literalOf(part)}`)
    .join(', ')} }`
}

/** Counts of words are mostly 0: only the others are written. */
function countsLiteral(values: Int32Array): string {
  const places = Array.from(values.keys()).filter((place) => values[place] !== 0)
  if (2 * places.length >= values.length) return `new Int32Array(${array(values)})`
  const counts = `[${places.map((place) => `[${place},${values[place]}]`).join(',')}]`
  return `${counts}.reduce((all, [place, count]) => ((all[place] = count), all), new Int32Array(${values.length}))`
}
