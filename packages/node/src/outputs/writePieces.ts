import type { StopFlag } from '@rankwright/core'
import { fields, optionalParts, requireArguments } from '@rankwright/core/arguments'
import type { FileOperations } from './fileOperations.ts'
import type { OutputContent } from './outputKinds.ts'
import { filePath, iterable, outputContent, writeShapes } from './outputShapes.ts'
import { type Outputs, openOutputs } from './outputs.ts'
import type { Force } from './outputTarget.ts'
import type { Pieces } from './pouring.ts'

/** How a file is written. */
export interface WriteOptions {
  readonly stop?: StopFlag
  /** Replace a file that holds something else, too; `never` if whoever is told of it cannot ask for that. */
  readonly force?: Force
  /** Outputs that appear together; the file must be one of them, and appears when they are committed. */
  readonly outputs?: Outputs
  /** The disk, unless given. */
  readonly files?: FileOperations
}

/**
 * Writes pieces of a file, or of standard output for `-`; compressed when the name ends in `.gz`. The file appears when it is whole and
 * on the disk.
 */
export async function writePieces(
  path: string,
  pieces: Pieces,
  holds: OutputContent = 'anything',
  options: WriteOptions = {},
): Promise<void> {
  const takesOptions = fields(optionalParts(writeShapes), 'an object with options')
  const shapes = { path: filePath, pieces: iterable('texts and bytes'), holds: outputContent, options: takesOptions }
  requireArguments({ path, pieces, holds, options }, shapes)
  const { stop, force, outputs, files } = options
  if (outputs !== undefined) return outputs.write(path, pieces, stop)
  const own = await openOutputs([{ path, holds }], { ...(force !== undefined && { force }), ...(files && { files }) })
  try {
    await own.write(path, pieces, stop)
    await own.commit()
  } finally {
    own.discard()
  }
}
