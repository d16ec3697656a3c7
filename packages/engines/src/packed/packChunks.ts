import { join } from 'node:path'
import type { RankingLists } from '@rankwright/core'
import { layoutFor } from '@rankwright/core/data'
import type { FolderOnDemand } from '../folderOnDemand.ts'
import { laidOut } from './laidOut.ts'
import { PackedFile } from './packedFile.ts'
import { packLists } from './packLists.ts'

/**
 * Packs chunks into a file of the folder, in the layout that readers give all of them together: it is known in the end, so the file is written again
 * where the first chunk was laid out in another way.
 */
export async function packChunks(chunks: AsyncIterable<RankingLists>, folder: FolderOnDemand): Promise<PackedFile> {
  const path = async () => join(await folder.path(), `${folder.next()}.packed`)
  const counts = { rows: 0, width: 0, nonZeros: 0 }
  const first = await path()
  await packLists(inOneLayout(chunks, counts), first)
  const file = folder.opened(new PackedFile(first))
  const layout = layoutFor(counts.rows, counts.width, counts.nonZeros)
  if (file.directory.layout === layout) return file
  const second = await path()
  await packLists(sectionsIn(file, layout), second)
  folder.remove(file)
  return folder.opened(new PackedFile(second))
}

async function* inOneLayout(
  chunks: AsyncIterable<RankingLists>,
  counts: { rows: number; width: number; nonZeros: number },
): AsyncGenerator<RankingLists> {
  let layout: RankingLists['features']['kind'] | undefined
  for await (const lists of chunks) {
    layout ??= lists.features.kind
    counts.rows += lists.labels.length
    counts.width = lists.width
    for (const value of lists.features.values) if (value !== 0) counts.nonZeros++
    yield laidOut(lists, layout)
  }
}

function* sectionsIn(file: PackedFile, layout: RankingLists['features']['kind']): Generator<RankingLists> {
  for (const section of file.directory.sections.keys()) yield laidOut(file.section(section), layout)
}
