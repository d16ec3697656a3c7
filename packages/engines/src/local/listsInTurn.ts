import { existsSync } from 'node:fs'
import { type RankingLists, RankwrightError } from '@rankwright/core'
import { formatOfName, type Grades, gradesOfCounts, isSpread, type ReadListsOptions, withNamedColumns } from '@rankwright/core/data'
import { readSeries } from '@rankwright/node'

/** Thrown where lists cannot be packed as they come: their files have to be read as a whole. */
export class NotInTurn extends Error {}

/** Values in a chunk, about: 32 MB. */
const CHUNK_VALUES = 1 << 23

/** Options that mean the same for lists that come one by one. */
const inTurn = [
  ...['format', 'list', 'label', 'item', 'features', 'ignore', 'limit', 'encoding', 'encode', 'sideColumns', 'ranks', 'unlabelled'],
  ...['stop', 'onNote', 'onProgress'],
]
/** Options that change nothing of the rows as they are read. */
const idle = ['onColumns', 'sameLists', 'grades', 'ignoreEmpty']

/**
 * Chunks of lists from files of text, as they come: one list and one chunk are in memory at a time. Columns are plain numbers, and the rows of a list follow each
 * other; else `NotInTurn` is thrown, before anything is given away or after.
 */
export async function* listsInTurn(files: readonly string[], reading: ReadListsOptions): AsyncGenerator<RankingLists> {
  const given = Object.entries(reading).filter(([, value]) => value !== undefined)
  if (given.some(([name]) => !inTurn.includes(name) && !idle.includes(name)) || (reading.sameLists ?? 'refuse') !== 'refuse')
    throw new NotInTurn()
  if (files.some((file) => !isText(file, reading)) || reading.sideColumns?.weight !== undefined) throw new NotInTurn()
  const options: ReadListsOptions = Object.fromEntries(given.filter(([name]) => inTurn.includes(name)))
  const { onNote: _, onProgress: __, ...quietly } = options
  const first = await firstList(files[0], quietly)
  // The greatest number of a feature is known when all rows were read.
  const width = first.featureNames === undefined ? await greatestWidth(files, quietly) : first.width
  const grades = reading.grades === undefined ? undefined : await gradesInTurn(files, quietly, reading.grades)
  const chunk = new GrowingChunk(width, first.featureNames, reading, grades)
  for (const file of files) {
    for await (const batch of readSeries(file, options)) {
      for (const list of batch) {
        if (chunk.isFull) yield chunk.taken()
        chunk.add(list)
      }
    }
  }
  if (chunk.rows > 0) yield chunk.taken()
  if (reading.ignoreEmpty && chunk.hasEmptyColumns) throw new NotInTurn()
}

/** Numbers of lists and weights in files beside a file of LETOR are for its rows as a whole. */
function isText(file: string, { format }: ReadListsOptions): boolean {
  const found = format ?? formatOfName(file)
  const beside = file.replace(/\.gz$/i, '')
  return found !== 'parquet' && found !== 'cifar' && !existsSync(`${beside}.query`) && !existsSync(`${beside}.weight`)
}

/** What is wrong with it is told by those who read it as a whole. */
async function firstList(file: string, options: ReadListsOptions): Promise<RankingLists> {
  try {
    for await (const [list] of readSeries(file, options)) if (list !== undefined) return list
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
  }
  throw new NotInTurn()
}

async function greatestWidth(files: readonly string[], options: ReadListsOptions): Promise<number> {
  let width = 0
  for (const file of files)
    for await (const batch of readSeries(file, options)) for (const list of batch) width = Math.max(width, list.width)
  if (isSpread(width, 0)) throw new NotInTurn()
  return width
}

/** The rule of grades, fitted to the labels of all rows: how often each of them occurs. */
async function gradesInTurn(files: readonly string[], options: ReadListsOptions, how: Grades | string): Promise<Grades> {
  const counts = new Map<number, number>()
  if (typeof how === 'string')
    for (const file of files)
      for await (const batch of readSeries(file, options))
        for (const { labels } of batch) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  const labels = Float64Array.from(counts.keys()).sort()
  return gradesOfCounts(
    how,
    labels,
    labels.map((label) => counts.get(label)!),
  ).grades
}

class GrowingChunk {
  rows = 0
  readonly #width: number
  readonly #names: readonly string[] | undefined
  readonly #reading: ReadListsOptions
  readonly #grades: Grades | undefined
  readonly #seen = new Set<string>()
  /** The columns that no row had a value in so far. */
  readonly #empty: Set<number>
  #lists: RankingLists[] = []

  constructor(width: number, names: readonly string[] | undefined, reading: ReadListsOptions, grades: Grades | undefined) {
    this.#width = width
    this.#names = names
    this.#grades = grades
    this.#reading = reading
    this.#empty = new Set(names?.keys())
  }

  get isFull(): boolean {
    return this.rows * this.#width >= CHUNK_VALUES
  }

  get hasEmptyColumns(): boolean {
    return this.#empty.size > 0
  }

  add(list: RankingLists): void {
    const [id] = list.listIds
    const isOther = list.featureNames?.join('\n') !== this.#names?.join('\n') || list.width > this.#width
    if (isOther || list.encoders !== undefined || list.cells !== undefined || list.othersAreZero || this.#seen.has(id))
      throw new NotInTurn()
    this.#seen.add(id)
    for (const column of this.#empty) if (hasValue(list, column)) this.#empty.delete(column)
    this.#lists.push(list)
    this.rows += list.labels.length
  }

  taken(): RankingLists {
    const lists = this.#lists
    const width = this.#width
    const offsets = new Uint32Array(lists.length + 1)
    const labels = new Float64Array(this.rows)
    const values = new Float32Array(this.rows * width)
    for (const [place, list] of lists.entries()) {
      const start = offsets[place]
      offsets[place + 1] = start + list.labels.length
      labels.set(list.labels, start)
      copyRows(list, values.subarray(start * width), width)
    }
    this.#lists = []
    this.rows = 0
    const grades = this.#grades
    const { features, ignore } = this.#reading
    const taken: RankingLists = {
      width,
      offsets,
      labels: grades === undefined ? labels : gradesOfCounts(grades, labels, new Float64Array(labels.length).fill(1)).labels,
      ...(grades && { grades }),
      features: { kind: 'dense', values },
      listIds: lists.map(({ listIds }) => listIds[0]),
      ...(this.#names && { featureNames: this.#names }),
      ...((features !== undefined || ignore !== undefined) && { featuresChosen: true as const }),
    }
    return withNamedColumns(taken, this.#reading)
  }
}

function hasValue({ features, width, labels }: RankingLists, column: number): boolean {
  if (features.kind === 'sparse') return true
  for (let row = 0; row < labels.length; row++) if (!Number.isNaN(features.values[row * width + column])) return true
  return false
}

/** Features that a list does not know are 0. */
function copyRows({ features, width, labels }: RankingLists, into: Float32Array, stride: number): void {
  for (let row = 0; row < labels.length; row++) {
    if (features.kind === 'dense') into.set(features.values.subarray(row * width, (row + 1) * width), row * stride)
    else
      for (let k = features.rowStarts[row]; k < features.rowStarts[row + 1]; k++)
        into[row * stride + features.columns[k]] = features.values[k]
  }
}
