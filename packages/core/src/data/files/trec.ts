/**
 * The files of TREC evaluations: relevance judgments (`topic iteration document grade`) and runs (`topic Q0 document rank
 * score tag`), fields parted by white space. As trec_eval does, the iteration, the Q0, the rank, the tag and what follows it
 * are not used.
 */
import { bytes as bytesShape, mapOf, number, requireArguments, text } from '../../arguments/shapes.ts'
import type { Place } from '../../problems/place.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { idTokens } from '../text/idTokens.ts'
import { numberText } from '../text/numberText.ts'
import { decimal } from '../text/tableNumber.ts'
import { textLines } from '../text/textLines.ts'
import { snippet } from '../text/textNumber.ts'
import { decodeUtf8 } from '../text/utf8.ts'

/** What assessors said: topic → document → grade. */
export type Qrels = ReadonlyMap<string, ReadonlyMap<string, number>>

/** What a system answered: topic → document → score. */
export type Run = ReadonlyMap<string, ReadonlyMap<string, number>>

const topics = mapOf(mapOf(number(), 'a Map of numbers by document'), 'a Map of Maps: a number for each document of each topic')

export function parseQrels(file: string, bytes: Uint8Array): Qrels {
  requireArguments({ file, bytes }, { file: text, bytes: bytesShape })
  return parseTopics(file, bytes, { names: 'topic iteration document grade', count: 4, more: false, number: 3, what: 'grade' })
}

export function parseRun(file: string, bytes: Uint8Array): Run {
  requireArguments({ file, bytes }, { file: text, bytes: bytesShape })
  return parseTopics(file, bytes, { names: 'topic Q0 document rank score tag', count: 6, more: true, number: 4, what: 'score' })
}

export function* qrelsText(qrels: Qrels): Generator<string> {
  topics('qrels', qrels)
  const token = tokensOf(qrels)
  for (const [topic, documents] of qrels) {
    for (const [document, grade] of documents) yield `${token.topic(topic)} 0 ${token.document(document)} ${numberText(grade)}\n`
  }
}

/** Documents by descending score, equal scores in the order given, ranks from 1. */
export function* runText(run: Run, tag = 'rankwright'): Generator<string> {
  topics('run', run)
  text('tag', tag)
  const token = tokensOf(run)
  const own = field(tag)
  for (const [topic, documents] of run) {
    const ranked = [...documents].sort(([, a], [, b]) => b - a)
    for (const [index, [document, score]] of ranked.entries()) {
      yield `${token.topic(topic)} Q0 ${token.document(document)} ${index + 1} ${numberText(score)} ${own}\n`
    }
  }
}

/** Topics and documents as fields of a line, see `idTokens`. */
function tokensOf(all: Qrels | Run): { topic(id: string): string; document(id: string): string } {
  const tokens = (ids: readonly string[]) => {
    const written = idTokens(ids)
    const byId = new Map(ids.map((id, at) => [id, written[at]]))
    return (id: string) => byId.get(id)!
  }
  return { topic: tokens([...all.keys()]), document: tokens([...new Set([...all.values()].flatMap((documents) => [...documents.keys()]))]) }
}

function parseTopics(
  file: string,
  bytes: Uint8Array,
  fields: { names: string; count: number; more: boolean; number: number; what: string },
): Map<string, Map<string, number>> {
  const topics = new Map<string, Map<string, number>>()
  for (const { line, start, end } of textLines(file, bytes)) {
    const spans = fieldSpans(bytes, start, end)
    if (spans.length === 0) continue
    const at = (index: number): Place => ({ file, line, column: spans[index].start - start + 1 })
    if (spans.length < fields.count || (spans.length > fields.count && !fields.more)) {
      const wrong = spans.length > fields.count ? at(fields.count) : { file, line, column: end - start + 1 }
      throw new RankwrightError({ area: 'data', code: 'wrong-number-of-fields', at: wrong, found: spans.length, fields: fields.names })
    }
    const textOf = (index: number, what: string): string => {
      const decoded = decodeUtf8(bytes, spans[index].start, spans[index].end)
      if (decoded === undefined || decoded.includes('\0'))
        throw new RankwrightError({ area: 'data', code: 'not-utf8', at: at(index), what })
      return decoded
    }
    const topic = textOf(0, 'topic')
    const document = textOf(2, 'document')
    const number = decimal(textOf(fields.number, fields.what))
    if (number === undefined || !Number.isFinite(number)) {
      const found = snippet(bytes, spans[fields.number].start, spans[fields.number].end)
      throw new RankwrightError({ area: 'data', code: 'field-not-a-number', at: at(fields.number), field: fields.what, found })
    }
    let documents = topics.get(topic)
    if (documents === undefined) topics.set(topic, (documents = new Map()))
    if (documents.has(document)) throw new RankwrightError({ area: 'data', code: 'document-twice', at: at(2), topic, document })
    documents.set(document, number)
  }
  if (topics.size === 0) throw new RankwrightError({ area: 'data', code: 'no-rows', at: { file, line: 1, column: 1 } })
  return topics
}

function fieldSpans(bytes: Uint8Array, start: number, end: number): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = []
  let position = start
  // More than seven fields are counted as eight: no file has them.
  while (spans.length < 8) {
    while (position < end && isSpace(bytes[position])) position++
    if (position === end) return spans
    const from = position
    while (position < end && !isSpace(bytes[position])) position++
    spans.push({ start: from, end: position })
  }
  return spans
}

function isSpace(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 13
}

function field(text: string): string {
  if (/^\S+$/.test(text)) return text
  throw new RankwrightError({ area: 'data', code: 'trec-tag-not-a-token', found: text })
}
