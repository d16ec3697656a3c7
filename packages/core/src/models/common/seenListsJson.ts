/** The lists that a model has seen, in its file. */
import { SKETCH_WORDS } from '../../data/lists/listSketch.ts'
import type { SeenLists, SeenRecord } from '../../data/lists/seenLists.ts'
import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'

export function seenRecordDocument({ train, valid }: SeenRecord): Record<string, unknown> {
  return { train: seenListsDocument(train), ...(valid && { valid: seenListsDocument(valid) }) }
}

export function seenRecordFrom(value: unknown, where: string, read: DocumentReader): SeenRecord {
  const { train, valid } = read.object(value, where, ['train', 'valid?'])
  return {
    train: seenListsFrom(train, `${where}.train`, read),
    ...(valid !== undefined && { valid: seenListsFrom(valid, `${where}.valid`, read) }),
  }
}

export function seenListsDocument({ lists, share, words }: SeenLists): Record<string, unknown> {
  return { lists, share, words: encodeArray('i32', words) }
}

export function seenListsFrom(value: unknown, where: string, read: DocumentReader): SeenLists {
  const parts = read.object(value, where, ['lists', 'share', 'words'])
  const words = read.int32(parts['words'], `${where}.words`)
  if (words.length % SKETCH_WORDS !== 0) read.fail(`${where}.words`, `${words.length} numbers are not ${SKETCH_WORDS} for each list`)
  const lists = read.count(parts['lists'], `${where}.lists`)
  if (words.length > lists * SKETCH_WORDS) read.fail(`${where}.words`, `there are more than for ${lists} lists`)
  return {
    lists,
    share: read.number(parts['share'], `${where}.share`, { above: 0, atMost: 1 }),
    words,
  }
}
