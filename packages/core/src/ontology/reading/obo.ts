/**
 * OBO, the flat file format of the OBO Foundry, versions 1.2 and 1.4: stanzas of `tag: value` lines, with escapes, trailing
 * modifiers in braces and comments after an exclamation mark. http://owlcollab.github.io/oboformat/doc/GO.format.obo-1_4.html
 * Edges are `is_a` and `relationship`; logical definitions (`intersection_of`, `union_of`) and macros are skipped.
 */

import { snippet } from '../../data/text/textNumber.ts'
import { decodeUtf8 } from '../../data/text/utf8.ts'
import { byteLines } from './byteLines.ts'
import { OntologyBuilder, type OntologyParser, type OntologyReaderOptions } from './ontologyBuilder.ts'

const [tab, space, bang, quote, colon, openBracket, closeBracket, backslash, openBrace] = [9, 32, 33, 34, 58, 91, 93, 92, 123]

type Stanza = 'header' | 'term' | 'typedef' | 'other'

/** The tags that matter here, found by their length and first letter, which no two share. */
const tags = [
  'id',
  'name',
  'is_a',
  'alt_id',
  'synonym',
  'relationship',
  'is_obsolete',
  'replaced_by',
  'ontology',
  'import',
  'format-version',
  'exact_synonym',
  'broad_synonym',
  'narrow_synonym',
  'related_synonym',
] as const
const tagBytes = new Map(
  tags.map((tag) => [tag.length * 256 + tag.charCodeAt(0), { tag, bytes: Array.from(tag, (letter) => letter.charCodeAt(0)) }]),
)

export function oboParser(file: string, options: OntologyReaderOptions = {}): OntologyParser {
  const builder = new OntologyBuilder(file, options)
  const isA = builder.relation('is_a')
  let stanza: Stanza = 'header'
  let stanzaLine = 0
  let hasId = true
  let node = -1
  let typedef = ''
  let line = 0
  let lineStart = 0
  /** A line that ends in a backslash continues on the next one. */
  let continued: number[] = []
  let continuedFrom = 0

  const lines = byteLines(file, (bytes, start, end, number) => {
    let last = end
    while (last > start && bytes[last - 1] === backslash) last--
    if ((end - last) % 2 === 1) {
      if (continued.length === 0) continuedFrom = number
      for (let at = start; at < end - 1; at++) continued.push(bytes[at])
      return
    }
    if (continued.length > 0) {
      const whole = Uint8Array.from([...continued, ...bytes.subarray(start, end)])
      continued = []
      readLine(whole, 0, whole.length, continuedFrom)
    } else readLine(bytes, start, end, number)
  })

  return {
    push: (chunk) => lines.push(chunk),
    finish() {
      lines.finish()
      if (continued.length > 0) readLine(Uint8Array.from(continued), 0, continued.length, continuedFrom)
      endStanza()
      return builder.finish()
    },
  }

  function readLine(bytes: Uint8Array, from: number, to: number, number: number): void {
    line = number
    lineStart = from
    let start = from
    while (start < to && isSpace(bytes[start])) start++
    let end = to
    while (end > start && isSpace(bytes[end - 1])) end--
    if (start === end || bytes[start] === bang) return
    if (bytes[start] === openBracket) {
      startStanza(bytes, start, end)
      return
    }
    let mark = start
    while (mark < end && bytes[mark] !== colon) mark++
    if (mark === end) {
      builder.problem({ area: 'ontology', code: 'tag-without-colon', at: at(start), found: snippet(bytes, start, end) })
      return
    }
    const known = tagBytes.get((mark - start) * 256 + bytes[start])
    if (known === undefined || known.bytes.some((byte, index) => bytes[start + index] !== byte)) return
    let value = mark + 1
    while (value < end && isSpace(bytes[value])) value++
    if (value === end || bytes[value] === bang) {
      builder.problem({ area: 'ontology', code: 'tag-without-value', at: at(start), tag: known.tag })
      return
    }
    readTag(known.tag, bytes, value, end)
  }

  function startStanza(bytes: Uint8Array, start: number, end: number): void {
    endStanza()
    const close = find(bytes, closeBracket, start, end)
    stanzaLine = line
    node = -1
    typedef = ''
    hasId = false
    if (close === end) {
      stanza = 'other'
      hasId = true
      builder.problem({ area: 'ontology', code: 'stanza-not-understood', at: at(start), found: snippet(bytes, start, end) })
      return
    }
    const name = textOf(bytes, start + 1, close, 'stanza')
    stanza = name === 'Term' ? 'term' : name === 'Typedef' ? 'typedef' : 'other'
    if (stanza === 'other') hasId = true
  }

  function endStanza(): void {
    if (!hasId) builder.problem({ area: 'ontology', code: 'term-without-id', at: { file, line: stanzaLine } })
    hasId = true
  }

  function readTag(tag: (typeof tags)[number], bytes: Uint8Array, start: number, end: number): void {
    // One file put behind another: a header in the middle.
    if (tag === 'format-version') {
      endStanza()
      stanza = 'header'
    }
    if (stanza === 'header') {
      if (tag === 'ontology') builder.ontology(token(bytes, start, end))
      if (tag === 'import') builder.import(token(bytes, start, end))
      return
    }
    if (stanza === 'typedef') {
      if (tag === 'id') {
        typedef = token(bytes, start, end)
        hasId = true
      } else if (tag === 'name' && typedef !== '') builder.relationLabel(typedef, freeText(bytes, start, end))
      return
    }
    if (stanza !== 'term') return
    if (tag === 'id') {
      hasId = true
      const number = builder.node(token(bytes, start, end))
      node = builder.declare(number, line) ? number : -1
      return
    }
    if (node < 0) return
    switch (tag) {
      case 'name':
        builder.name(node, freeText(bytes, start, end))
        return
      case 'is_a':
        edgeOf(bytes, start, end, isA)
        return
      case 'relationship': {
        const relation = builder.relation(token(bytes, start, end))
        let next = tokenEnd(bytes, start, end)
        while (next < end && isSpace(bytes[next])) next++
        if (next === end || bytes[next] === bang) {
          builder.problem({ area: 'ontology', code: 'tag-without-value', at: at(start), tag })
          return
        }
        edgeOf(bytes, next, end, relation)
        return
      }
      case 'alt_id':
        builder.alternativeId(node, token(bytes, start, end))
        return
      case 'is_obsolete':
        if (token(bytes, start, end) === 'true') builder.retire(node)
        return
      case 'replaced_by':
        builder.replacedBy(node, token(bytes, start, end))
        return
      case 'synonym':
      case 'exact_synonym':
      case 'broad_synonym':
      case 'narrow_synonym':
      case 'related_synonym':
        readSynonym(bytes, start, end)
        return
      default:
        return
    }
  }

  function edgeOf(bytes: Uint8Array, start: number, end: number, relation: number): void {
    // "Only" without "some" does not state that an edge exists: {all_only="true"} is not an edge.
    const brace = find(bytes, openBrace, tokenEnd(bytes, start, end), end)
    if (brace < end) {
      const modifiers = textOf(bytes, brace, end, 'modifier')
      if (/\ball_only\s*=\s*"true"/.test(modifiers) && !/\ball_some\s*=\s*"true"/.test(modifiers)) return
    }
    builder.edge(node, builder.node(token(bytes, start, end)), relation, line)
  }

  function readSynonym(bytes: Uint8Array, start: number, end: number): void {
    if (bytes[start] !== quote) return
    let close = start + 1
    let escaped = false
    while (close < end && bytes[close] !== quote) {
      if (bytes[close] === backslash) {
        escaped = true
        close++
      }
      close++
    }
    const text = textOf(bytes, start + 1, Math.min(close, end), 'synonym')
    builder.synonym(node, escaped ? unescaped(text) : text)
  }

  /** Where the id or name that starts here ends: at white space that is not escaped. */
  function tokenEnd(bytes: Uint8Array, start: number, end: number): number {
    let position = start
    while (position < end && !isSpace(bytes[position])) position += bytes[position] === backslash ? 2 : 1
    return Math.min(position, end)
  }

  function token(bytes: Uint8Array, start: number, end: number): string {
    const text = textOf(bytes, start, tokenEnd(bytes, start, end), 'id')
    return text.includes('\\') ? unescaped(text) : text
  }

  /** A text without quotes: up to a comment, without trailing modifiers. */
  function freeText(bytes: Uint8Array, start: number, end: number): string {
    let special = false
    let stop = start
    for (; stop < end; stop++) {
      const byte = bytes[stop]
      if (byte === backslash) {
        special = true
        stop++
      } else if (byte === bang && isSpace(bytes[stop - 1])) break
      else if (byte === openBrace) special = true
    }
    stop = Math.min(stop, end)
    while (stop > start && isSpace(bytes[stop - 1])) stop--
    const text = textOf(bytes, start, stop, 'name')
    return special ? unescaped(text.replace(/\s+\{[^{}]*=[^{}]*\}$/, '')) : text
  }

  function textOf(bytes: Uint8Array, start: number, end: number, what: string): string {
    const text = decodeUtf8(bytes, start, end)
    if (text !== undefined) return text
    builder.problem({ area: 'data', code: 'not-utf8', at: at(start), what })
    return snippet(bytes, start, end)
  }

  function at(position: number) {
    return { file, line, column: position - lineStart + 1 }
  }
}

/** Backslashes before W, n and t stand for white space, before anything else for that itself. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gu, (_, letter: string) => (letter === 'W' ? ' ' : letter === 'n' ? '\n' : letter === 't' ? '\t' : letter))
}

/** The first position of a byte, or `end`; bytes after the line are not read. */
function find(bytes: Uint8Array, byte: number, start: number, end: number): number {
  let position = start
  while (position < end && bytes[position] !== byte) position++
  return position
}

function isSpace(byte: number): boolean {
  return byte === space || byte === tab
}
