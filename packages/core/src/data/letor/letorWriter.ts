import { featureNumbers } from '../lists/featureNumbers.ts'
import { fileOrder, type RankingLists } from '../lists/rankingLists.ts'
import { requireLists } from '../lists/requireLists.ts'
import { BytePage, fullPage } from '../text/bytePage.ts'
import { idTokens } from '../text/idTokens.ts'
import { numberText } from '../text/numberText.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import { letorItemComment } from './letorComment.ts'

const [lineFeed, space, colon] = [10, 32, 58]

/**
 * The lists as LETOR text, in pieces, rows in file order. Values are the shortest decimals that read back to the same floats;
 * a missing one is NULL. Dense rows name every feature; sparse rows those that are not 0, and the first row the last feature
 * too, so that the width is kept. Features that are called by their numbers (`f3`, `f7`) keep them; others are numbered from 1.
 */
export function* letorText(lists: RankingLists): Generator<Uint8Array> {
  requireLists('lists', lists)
  const { features, width, itemIds } = lists
  const prefixes = idTokens(lists.listIds).map((token) => encodeUtf8(` qid:${token}`))
  const listOfRow = new Uint32Array(lists.labels.length)
  for (let list = 0; list < prefixes.length; list++) listOfRow.fill(list, lists.offsets[list], lists.offsets[list + 1])

  const numbers = (lists.featureNames && featureNumbers(lists.featureNames)) ?? Uint32Array.from({ length: width }, (_, i) => i + 1)
  const page = new BytePage()
  let first = true
  for (const row of fileOrder(lists)) {
    page.text(numberText(lists.labels[row]))
    page.bytes(prefixes[listOfRow[row]])
    if (features.kind === 'dense') {
      for (let i = 0; i < width; i++) writeFeature(page, numbers[i], features.values[row * width + i])
    } else {
      let last = 0
      for (let i = features.rowStarts[row]; i < features.rowStarts[row + 1]; i++) {
        last = features.columns[i] + 1
        writeFeature(page, numbers[last - 1], features.values[i])
        if (page.length > fullPage) yield page.take()
      }
      if (first && last < width) writeFeature(page, numbers[width - 1], 0)
    }
    if (itemIds !== undefined) page.bytes(encodeUtf8(` ${letorItemComment(itemIds[row])}`))
    page.byte(lineFeed)
    first = false
    if (page.length > fullPage) yield page.take()
  }
  if (page.length > 0) yield page.take()
}

function writeFeature(page: BytePage, id: number, value: number): void {
  page.byte(space)
  page.integer(id)
  page.byte(colon)
  if (Number.isNaN(value)) page.text('NULL')
  else page.float32(value)
}
