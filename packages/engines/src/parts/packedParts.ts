import type { AskedOf, HeldLists, OperationName, PartOf } from '@rankwright/core/runtime'

/** Columns of packed lists in use: column j is column from[j], or 0 where that is −1. */
export interface ChosenColumns {
  readonly from: Int32Array
  readonly names?: readonly string[]
}

/** What is known of lists without asking. */
export type AboutLists = Pick<
  HeldLists,
  'width' | 'featureNames' | 'othersAreZero' | 'featuresChosen' | 'layout' | 'encoders' | 'grades' | 'sideColumns'
>

export interface PartSize {
  readonly lists: number
  readonly rows: number
  /** The checksum of its bytes, where it is known. */
  readonly crc?: number
}

/**
 * Lists that an engine has packed: parts of whole sections of blocks, see `SECTION_BLOCKS`, in the order of the lists. A job over them gives
 * what each part contributes to a sum; the sum itself is put together by `heldParts`, so its bits depend on the lists alone.
 */
export interface PackedParts {
  readonly about: AboutLists
  readonly sizes: readonly PartSize[]
  /** Rows of a list stood apart in the source, so they are not in its order. */
  readonly sorted?: true
  /** What the blocks of all parts contribute, in their order. Every part answers exactly once, or this is rejected. */
  run<Name extends OperationName>(name: Name, asked: AskedOf<Name>, columns?: ChosenColumns): Promise<readonly PartOf<Name>[]>
  /** Some of the lists, by their numbers in ascending order, or other columns, packed anew; both stay until they are closed. */
  repack(chosen: Uint32Array | undefined, columns?: ChosenColumns): Promise<PackedParts>
  /** Frees what was packed. */
  close(): Promise<void>
}
