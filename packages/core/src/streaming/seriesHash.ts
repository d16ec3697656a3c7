import { hashesOfLists, Murmur3, PRINT_WORDS } from '../data/lists/fingerprint.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'

/** 128 bits of a series, the only list of `lists`: what it holds, its id and the names of its items, as four words. */
export function seriesHash(lists: RankingLists): Int32Array {
  const hash = new Murmur3()
  for (const word of hashesOfLists(lists, 0, 1, plainCompute).subarray(0, PRINT_WORDS)) hash.add(word)
  for (const text of [lists.listIds[0], ...(lists.itemIds ?? [])]) addText(text, hash)
  return hash.words()
}

/** The same of a text. */
export function textHash(text: string): Int32Array {
  const hash = new Murmur3()
  addText(text, hash)
  return hash.words()
}

function addText(text: string, hash: Murmur3): void {
  hash.add(text.length)
  for (let place = 0; place < text.length; place++) hash.add(text.charCodeAt(place))
}
