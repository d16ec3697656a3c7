import type { RankingLists } from '@rankwright/core'
import { delimitedText, jsonLines } from '@rankwright/core/data'

/** Gives a file's text in pieces of some kilobytes, rows in the order of `sourceRows`. */
type TextWriter = (lists: RankingLists) => Iterable<string | Uint8Array>

export const csvText: TextWriter = (lists) => delimitedText(lists, ',')

export const tsvText: TextWriter = (lists) => delimitedText(lists, '\t')

export const jsonLinesText: TextWriter = jsonLines
