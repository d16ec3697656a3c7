import { crc32 } from 'node:zlib'
import { type RankingLists, RankwrightError } from '@rankwright/core'
import { BLOCK_ROWS, listBlocks } from '@rankwright/core/numeric'
import { SECTION_BLOCKS } from '@rankwright/core/runtime'
import { aligned, HEAD, type PackedAbout, type PackedDirectory, type PackedSection, type SectionCounts, TAIL } from './packedFormat.ts'

/** Some of the lists of a chunk. */
export interface Run {
  readonly lists: RankingLists
  readonly from: number
  readonly to: number
}

/**
 * Makes the bytes of a packed file from chunks of whole lists with the same columns, as they come. Never more than a chunk and a section are in
 * memory.
 */
export class ListPacker {
  readonly #cutter = new SectionCutter()
  readonly #sections: PackedSection[] = []
  #about: PackedAbout | undefined
  #at = HEAD.length

  #section(runs: readonly Run[]): Uint8Array {
    const { bytes, ...section } = packedSection(runs)
    this.#sections.push({ at: this.#at, bytes: bytes.length, crc: crc32(bytes), ...section })
    this.#at += bytes.length
    return bytes
  }

  /** The bytes that these lists complete, section by section. */
  *add(lists: RankingLists): Generator<Uint8Array> {
    if (this.#about === undefined) yield Buffer.from(HEAD)
    this.#about ??= aboutOf(lists)
    requireSame(this.#about, lists)
    for (const runs of this.#cutter.add(lists)) yield this.#section(runs)
  }

  /** The rest of the file. */
  end(): Uint8Array[] {
    if (this.#about === undefined) throw doNotFit('there are no lists to pack')
    const rest = this.#cutter.left.length > 0 ? [this.#section(this.#cutter.left)] : []
    const directory = Buffer.from(JSON.stringify({ ...this.#about, sections: this.#sections } satisfies PackedDirectory))
    const end = Buffer.alloc(8)
    end.writeUInt32LE(directory.length, 0)
    end.writeUInt32LE(crc32(directory), 4)
    return [...rest, directory, end, Buffer.from(TAIL)]
  }
}

export function aboutOf(lists: RankingLists): PackedAbout {
  const { width, features, featureNames, othersAreZero, featuresChosen, listWeights } = lists
  return {
    width,
    layout: features.kind,
    weighted: listWeights !== undefined,
    ...(featureNames && { featureNames }),
    ...(othersAreZero && { othersAreZero }),
    ...(featuresChosen && { featuresChosen }),
  }
}

function requireSame(about: PackedAbout, lists: RankingLists): void {
  const other = aboutOf(lists)
  if (JSON.stringify(about) !== JSON.stringify(other))
    throw doNotFit('a chunk of lists has other columns than the first, another layout, or weights where that has none')
}

/** Cuts lists into sections as they come, as `listBlocks` cuts all of them into blocks. */
class SectionCutter {
  /** What has been added since the last section. */
  left: Run[] = []
  #blocks = 0
  #rows = 0

  #taken(lists: RankingLists, from: number, to: number): readonly Run[] {
    const runs = from < to ? [...this.left, { lists, from, to }] : this.left
    this.left = []
    return runs
  }

  *add(lists: RankingLists): Generator<readonly Run[]> {
    const { offsets, width } = lists
    const count = offsets.length - 1
    let from = 0
    for (let list = 0; list < count; list++) {
      // A block ends before the next list, of this chunk or another: the last list of all never leaves an empty one.
      if (this.#rows >= Math.max(BLOCK_ROWS, width)) {
        this.#rows = 0
        if (++this.#blocks === SECTION_BLOCKS) {
          this.#blocks = 0
          yield this.#taken(lists, from, list)
          from = list
        }
      }
      this.#rows += offsets[list + 1] - offsets[list]
    }
    if (from < count) this.left.push({ lists, from, to: count })
  }
}

export function packedSection(runs: readonly Run[]): { readonly bytes: Buffer } & SectionCounts {
  const lists = runs.reduce((sum, { from, to }) => sum + to - from, 0)
  const offsets = new Uint32Array(lists + 1)
  let place = 0
  for (const { lists: of, from, to } of runs) {
    for (let list = from; list < to; list++, place++) offsets[place + 1] = offsets[place] + of.offsets[list + 1] - of.offsets[list]
  }
  const ids = Buffer.from(JSON.stringify(runs.flatMap(({ lists: of, from, to }) => of.listIds.slice(from, to))))
  const weights = runs.map(({ lists: { listWeights }, from, to }) => listWeights?.subarray(from, to) ?? new Float64Array())
  const features = featureArrays(runs)
  const bytes = together([
    [offsets],
    runs.map(({ lists: of, from, to }) => of.labels.subarray(of.offsets[from], of.offsets[to])),
    weights,
    ...features.arrays,
    [ids],
  ])
  return {
    bytes,
    lists,
    rows: offsets[lists],
    blocks: listBlocks(offsets, runs[0].lists.width).length - 1,
    ...(features.values !== undefined && { values: features.values }),
    idBytes: ids.length,
  }
}

/** Rows of dense features, or the compressed rows of sparse ones. */
function featureArrays(runs: readonly Run[]): { readonly arrays: readonly (readonly ArrayBufferView[])[]; readonly values?: number } {
  if (runs[0].lists.features.kind === 'dense') {
    const values = runs.map(({ lists: { features, offsets, width }, from, to }) => {
      if (features.kind !== 'dense') throw new Error('unreachable: chunks have one layout')
      return features.values.subarray(offsets[from] * width, offsets[to] * width)
    })
    return { arrays: [values] }
  }
  const starts: number[] = [0]
  const columns: Uint32Array[] = []
  const values: Float32Array[] = []
  for (const {
    lists: { features, offsets },
    from,
    to,
  } of runs) {
    if (features.kind !== 'sparse') throw new Error('unreachable: chunks have one layout')
    const { rowStarts } = features
    const before = starts[starts.length - 1] - rowStarts[offsets[from]]
    for (let row = offsets[from]; row < offsets[to]; row++) starts.push(rowStarts[row + 1] + before)
    columns.push(features.columns.subarray(rowStarts[offsets[from]], rowStarts[offsets[to]]))
    values.push(features.values.subarray(rowStarts[offsets[from]], rowStarts[offsets[to]]))
  }
  return { arrays: [[Uint32Array.from(starts)], columns, values], values: starts[starts.length - 1] }
}

/** Arrays one after the other, each from its pieces, and each at a multiple of eight bytes. */
function together(arrays: readonly (readonly ArrayBufferView[])[]): Buffer {
  const lengths = arrays.map((pieces) => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
  const bytes = Buffer.alloc(lengths.reduce((sum, length) => sum + aligned(length), 0))
  let start = 0
  for (const [index, pieces] of arrays.entries()) {
    let at = start
    for (const { buffer, byteOffset, byteLength } of pieces) {
      bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
      at += byteLength
    }
    start += aligned(lengths[index])
  }
  return bytes
}

function doNotFit(reason: string): RankwrightError {
  return new RankwrightError({ area: 'data', code: 'rows-do-not-fit', reason })
}
