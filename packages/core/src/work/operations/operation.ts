import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { LossSpec } from '../../losses/lossSpec.ts'
import { firstAtLeast } from '../../numeric/order/sortedSearch.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { MappedFeatures } from '../passes/mappedFeatures.ts'
import type { GradedLists, RankingPass, Weighing } from '../passes/rankingPass.ts'

/**
 * Work over lists that somebody holds: what each block of lists contributes, and how the contributions, in the order of the blocks, come
 * together. What is asked and what a block contributes are plain data, so that blocks may lie on different machines.
 */
export interface Operation<Asked, Part, Answer> {
  /** One part for each block of the lists here, or for each section; where any order will do, as few as may be. */
  parts(here: ListsHere, asked: Asked): Training<Part[]>
  /** `parts` are those of all blocks there are, in order. */
  combine(parts: readonly Part[], asked: Asked): Answer
  /** What answers keep (see `Kept`) helps with the next question: the same process should answer for the same lists. */
  readonly keeps?: true
  /** What `combine` makes of any parts is a part again: parts may be brought together as they come. */
  readonly inAnyOrder?: true
  /** The same answer, to the bit, where all blocks are here; for work that is quicker in one go. */
  whole?(here: ListsHere, asked: Asked): Training<Answer>
}

/** What answers leave for the next questions about the same lists. The holder may forget any of it. */
export interface Kept {
  get(name: string): object | undefined
  set(name: string, value: object): void
  /** Fills `into` with bytes that were set; false where there are none. They may lie on a disk. */
  bytes(name: string, into: Uint8Array): boolean
  setBytes(name: string, bytes: Uint8Array): void
  forget(name: string): void
}

/** A run of whole blocks of lists in the memory of this process. */
export interface ListsHere {
  readonly lists: RankingLists
  /** What is known of the lists without their rows. */
  readonly graded: GradedLists
  /** Block b is the lists blocks[b] .. blocks[b + 1]. */
  readonly blocks: Uint32Array
  /** How many lists, rows and blocks come before these. */
  readonly before: { readonly lists: number; readonly rows: number; readonly blocks: number }
  readonly runtime: Runtime
  readonly kept: Kept
  /** The rows as the map makes them; kept for the next time it is asked for. */
  mapped(map: FeatureMap): Training<MappedFeatures>
  /** A pass over the mapped rows, kept for the next time. */
  pass(map: FeatureMap, loss: LossSpec, weighing: Weighing): Training<RankingPass>
}

/** Blocks of these lists, as ranges of lists. */
export function blockRanges({ blocks }: Pick<ListsHere, 'blocks'>): (readonly [from: number, to: number])[] {
  return Array.from(blocks.subarray(1), (to, block) => [blocks[block], to] as const)
}

/**
 * Sections of a power of two of blocks, as ranges of lists: for sums so large that one for each block would be too much, such as products of
 * matrices. Shards of lists must be cut between sections.
 */
export function sectionRanges({ blocks, before }: ListsHere, section: number): (readonly [from: number, to: number])[] {
  if (before.blocks % section !== 0) throw new Error(`a shard begins within a section of ${section} blocks`)
  const ranges: (readonly [number, number])[] = []
  for (let block = 0; block + 1 < blocks.length; block += section) {
    ranges.push([blocks[block], blocks[Math.min(block + section, blocks.length - 1)]])
  }
  return ranges
}

/** Blocks of a section, where nothing else is asked for: 65,536 rows and up. */
export const SECTION_BLOCKS = 32

/**
 * Which of the lists from .. to here are chosen, by their numbers here. `chosen` are numbers among all lists, ascending; `before` lists come
 * before those here.
 */
export function listsWithin(chosen: Uint32Array, before: number, from: number, to: number): Uint32Array {
  return chosen.subarray(firstAtLeast(chosen, before + from), firstAtLeast(chosen, before + to)).map((list) => list - before)
}
