import type { RankingLists } from '@rankwright/core'
import { either, requireArguments, requireLists, text } from '@rankwright/core/arguments'
import { writePieces } from '@rankwright/node'
import { ListPacker } from './listPacker.ts'

/**
 * Packs lists into a file: all at once, or chunk by chunk, as they come from a reader. Every chunk has whole lists and the same columns. The file
 * appears when it is whole and on the disk.
 */
export async function packLists(chunks: RankingLists | Iterable<RankingLists> | AsyncIterable<RankingLists>, path: string): Promise<void> {
  requireArguments({ chunks, path }, { chunks: someLists, path: text })
  await writePieces(path, pieces('labels' in chunks ? [chunks] : chunks), 'packed')
}

const someLists = either(
  'lists, or an iterable of lists',
  (given) =>
    typeof given === 'object' &&
    given !== null &&
    !ArrayBuffer.isView(given) &&
    ('labels' in given || Symbol.iterator in given || Symbol.asyncIterator in given),
)

async function* pieces(chunks: Iterable<RankingLists> | AsyncIterable<RankingLists>): AsyncGenerator<Uint8Array> {
  const packer = new ListPacker()
  for await (const lists of chunks) {
    requireLists('chunks', lists)
    yield* packer.add(lists)
  }
  yield* packer.end()
}
