/**
 * OBO, the flat file format of the OBO Foundry, versions 1.2 and 1.4: stanzas of `tag: value` lines, with escapes, trailing
 * modifiers in braces and comments after an exclamation mark. http://owlcollab.github.io/oboformat/doc/GO.format.obo-1_4.html
 * Edges are `is_a` and `relationship`, and `intersection_of` with a term alone: a logical definition names a parent. Other parts of logical
 * definitions and macros are skipped.
 */

import { requireArguments, text as textShape } from '../../arguments/shapes.ts'
import { snippet } from '../../data/text/textNumber.ts'
import { byteLines } from './byteLines.ts'
import { afterSpace, find, isSpace, OboText, tokenEnd } from './oboText.ts'
import { builderFor, type OntologyBuilder, type OntologyParser, type OntologyReaderOptions } from './ontologyBuilder.ts'
import { readerOptions } from './readerShapes.ts'

const [bang, colon, openBracket, closeBracket, backslash, openBrace] = [33, 58, 91, 93, 92, 123]

type Stanza = 'header' | 'term' | 'typedef' | 'other'

/** The tags that matter here, found by their length and first letter, which no two share. */
const tags = [
  'id',
  'name',
  'def',
  'is_a',
  'alt_id',
  'synonym',
  'relationship',
  'intersection_of',
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
type Tag = (typeof tags)[number]

const tagBytes = new Map(
  tags.map((tag) => [tag.length * 256 + tag.charCodeAt(0), { tag, bytes: Array.from(tag, (letter) => letter.charCodeAt(0)) }]),
)

export function oboParser(file: string, options: OntologyReaderOptions = {}): OntologyParser {
  requireArguments({ file, options }, { file: textShape, options: readerOptions })
  const stanzas = new OboStanzas(file, options)
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
      stanzas.read(whole, 0, whole.length, continuedFrom)
    } else stanzas.read(bytes, start, end, number)
  })
  return {
    push: (chunk) => lines.push(chunk),
    end,
    finish() {
      end()
      return stanzas.builder.finish()
    },
  }

  function end(): void {
    lines.finish()
    if (continued.length > 0) stanzas.read(Uint8Array.from(continued), 0, continued.length, continuedFrom)
    stanzas.end()
  }
}

/** Takes the lines of a file one by one, each whole. */
class OboStanzas {
  readonly #file: string
  readonly builder: OntologyBuilder
  readonly #text: OboText
  readonly #isA: number
  #stanza: Stanza = 'header'
  #stanzaLine = 0
  #hasId = true
  /** The term of the stanza, −1 if it has none. */
  #node = -1
  #typedef = ''
  #line = 0
  #lineStart = 0

  constructor(file: string, options: OntologyReaderOptions) {
    this.#file = file
    this.builder = builderFor(file, options)
    this.#text = new OboText((start, what) => this.builder.problem({ area: 'data', code: 'not-utf8', at: this.#at(start), what }))
    this.#isA = this.builder.relation('is_a')
  }

  read(bytes: Uint8Array, from: number, to: number, number: number): void {
    this.#line = number
    this.#lineStart = from
    const start = afterSpace(bytes, from, to)
    let end = to
    while (end > start && isSpace(bytes[end - 1])) end--
    if (start === end || bytes[start] === bang) return
    if (bytes[start] === openBracket) {
      this.#startStanza(bytes, start, end)
      return
    }
    const mark = find(bytes, colon, start, end)
    if (mark === end) {
      this.builder.problem({ area: 'ontology', code: 'tag-without-colon', at: this.#at(start), found: snippet(bytes, start, end) })
      return
    }
    const known = tagBytes.get((mark - start) * 256 + bytes[start])
    if (known === undefined || known.bytes.some((byte, index) => bytes[start + index] !== byte)) return
    const value = afterSpace(bytes, mark + 1, end)
    if (value === end || bytes[value] === bang) {
      this.builder.problem({ area: 'ontology', code: 'tag-without-value', at: this.#at(start), tag: known.tag })
      return
    }
    this.#readTag(known.tag, bytes, value, end)
  }

  end(): void {
    this.#endStanza()
  }

  #startStanza(bytes: Uint8Array, start: number, end: number): void {
    this.#endStanza()
    const close = find(bytes, closeBracket, start, end)
    this.#stanzaLine = this.#line
    this.#node = -1
    this.#typedef = ''
    if (close === end) {
      this.#stanza = 'other'
      this.builder.problem({ area: 'ontology', code: 'stanza-not-understood', at: this.#at(start), found: snippet(bytes, start, end) })
      return
    }
    const name = this.#text.plain(bytes, start + 1, close, 'stanza')
    this.#stanza = name === 'Term' ? 'term' : name === 'Typedef' ? 'typedef' : 'other'
    this.#hasId = this.#stanza === 'other'
  }

  #endStanza(): void {
    if (!this.#hasId) this.builder.problem({ area: 'ontology', code: 'term-without-id', at: { file: this.#file, line: this.#stanzaLine } })
    this.#hasId = true
  }

  #readTag(tag: Tag, bytes: Uint8Array, start: number, end: number): void {
    // One file put behind another: a header in the middle.
    if (tag === 'format-version') {
      this.#endStanza()
      this.#stanza = 'header'
    }
    switch (this.#stanza) {
      case 'header':
        if (tag === 'ontology') this.builder.ontology(this.#text.token(bytes, start, end))
        if (tag === 'import') this.builder.import(this.#text.token(bytes, start, end))
        return
      case 'typedef':
        this.#readOfTypedef(tag, bytes, start, end)
        return
      case 'term':
        this.#readOfTerm(tag, bytes, start, end)
        return
      case 'other':
        return
    }
  }

  #readOfTypedef(tag: Tag, bytes: Uint8Array, start: number, end: number): void {
    if (tag === 'id') {
      this.#typedef = this.#text.token(bytes, start, end)
      this.#hasId = true
    } else if (tag === 'name' && this.#typedef !== '') this.builder.relationLabel(this.#typedef, this.#text.free(bytes, start, end))
  }

  #readOfTerm(tag: Tag, bytes: Uint8Array, start: number, end: number): void {
    const [builder, text, node] = [this.builder, this.#text, this.#node]
    if (tag === 'id') {
      this.#hasId = true
      const number = this.#nodeAt(bytes, start, end)
      this.#node = builder.declare(number, this.#line) ? number : -1
      return
    }
    if (node < 0) return
    switch (tag) {
      case 'name':
        builder.name(node, text.free(bytes, start, end))
        return
      case 'is_a':
        this.#readEdge(bytes, start, end, this.#isA)
        return
      case 'def': {
        const definition = builder.keepsDefinitions ? text.quoted(bytes, start, end) : undefined
        if (definition !== undefined) builder.definition(node, definition)
        return
      }
      case 'intersection_of': {
        const next = afterSpace(bytes, tokenEnd(bytes, start, end), end)
        // A relation comes before the term of a restriction.
        if (next === end || bytes[next] === bang || bytes[next] === openBrace)
          builder.definedBy(node, this.#nodeAt(bytes, start, end), this.#line)
        return
      }
      case 'relationship': {
        const relation = builder.relation(text.token(bytes, start, end))
        const next = afterSpace(bytes, tokenEnd(bytes, start, end), end)
        if (next === end || bytes[next] === bang) builder.problem({ area: 'ontology', code: 'tag-without-value', at: this.#at(start), tag })
        else this.#readEdge(bytes, next, end, relation)
        return
      }
      case 'alt_id':
        builder.alternativeId(node, text.token(bytes, start, end))
        return
      case 'is_obsolete':
        if (text.token(bytes, start, end) === 'true') builder.retire(node)
        return
      case 'replaced_by':
        builder.replacedBy(node, text.token(bytes, start, end))
        return
      case 'synonym':
      case 'exact_synonym':
      case 'broad_synonym':
      case 'narrow_synonym':
      case 'related_synonym': {
        const synonym = text.quoted(bytes, start, end)
        if (synonym !== undefined) builder.synonym(node, synonym)
        return
      }
      default:
        return
    }
  }

  #readEdge(bytes: Uint8Array, start: number, end: number, relation: number): void {
    // "Only" without "some" does not state that an edge exists: {all_only="true"} is not an edge.
    const brace = find(bytes, openBrace, tokenEnd(bytes, start, end), end)
    if (brace < end) {
      const modifiers = this.#text.plain(bytes, brace, end, 'modifier')
      if (/\ball_only\s*=\s*"true"/.test(modifiers) && !/\ball_some\s*=\s*"true"/.test(modifiers)) return
    }
    this.builder.edge(this.#node, this.#nodeAt(bytes, start, end), relation, this.#line)
  }

  /** The node whose id starts here. */
  #nodeAt(bytes: Uint8Array, start: number, end: number): number {
    const known = this.builder.knownNode(bytes, start, tokenEnd(bytes, start, end))
    return known < 0 ? this.builder.node(this.#text.token(bytes, start, end)) : known
  }

  #at(position: number) {
    return { file: this.#file, line: this.#line, column: position - this.#lineStart + 1 }
  }
}
