/**
 * A packed file: lists as bytes that can be computed on as they are, so that a part of them can be read without the rest.
 *
 *   "RWPACK1\n" · sections · directory (JSON, UTF-8) · length of the directory (u32) · its CRC-32 (u32) · "RWPACKE\n"
 *
 * A section is a run of `SECTION_BLOCKS` blocks of lists, see `listBlocks`: sums over sections can be put together to the bits of one sum. It
 * holds its arrays one after the other, each at a multiple of eight bytes: where lists begin (u32), labels (f64), weights of lists (f64, where
 * there are any), features (f32, row by row; or starts of rows u32, columns u32, values f32), ids of lists (UTF-8, one in a line, JSON). All
 * numbers are little-endian.
 */

/** How much there is in a section. */
export interface SectionCounts {
  readonly lists: number
  readonly rows: number
  readonly blocks: number
  /** Stored values of sparse features. */
  readonly values?: number
  readonly idBytes: number
}

/** A section, and where it is in the file. */
export interface PackedSection extends SectionCounts {
  readonly at: number
  readonly bytes: number
  readonly crc: number
}

/** How many lists, rows and blocks come before a section. */
export interface Before {
  readonly lists: number
  readonly rows: number
  readonly blocks: number
}

/** What all sections have in common. */
export interface PackedAbout {
  readonly width: number
  readonly layout: 'dense' | 'sparse'
  readonly weighted: boolean
  readonly featureNames?: readonly string[]
  readonly othersAreZero?: true
  readonly featuresChosen?: true
}

export interface PackedDirectory extends PackedAbout {
  readonly sections: readonly PackedSection[]
}

export const HEAD: string = 'RWPACK1\n'
export const TAIL: string = 'RWPACKE\n'
/** Length and checksum of the directory, and the tail. */
export const END_BYTES = 16

/** The lengths in bytes of the arrays of a section, in order; each begins at a multiple of eight. */
export function arrayBytes({ width, layout, weighted }: PackedAbout, { lists, rows, values = 0, idBytes }: SectionCounts): number[] {
  const features = layout === 'dense' ? [4 * rows * width] : [4 * (rows + 1), 4 * values, 4 * values]
  return [4 * (lists + 1), 8 * rows, weighted ? 8 * lists : 0, ...features, idBytes]
}

/** The bytes of a whole section. */
export function sectionBytes(about: PackedAbout, section: SectionCounts): number {
  return arrayBytes(about, section).reduce((sum, length) => sum + aligned(length), 0)
}

export function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}
