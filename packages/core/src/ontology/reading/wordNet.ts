/**
 * The dict files of WordNet: `data.noun` has a synset a line, with its words and pointers; `index.noun` has a word a line, with
 * its synsets, the most frequent sense first. https://wordnet.princeton.edu/documentation/wndb5wn
 * A synset is the term `02084071-n`, its first word the name, `@` the relation is_a, `@i` instance_of.
 */

import { fields as fieldsShape, requireArguments, text as textShape } from '../../arguments/shapes.ts'
import { decodeUtf8 } from '../../data/text/utf8.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Ontology } from '../structure/ontology.ts'
import { byteLines } from './byteLines.ts'
import { builderFor, type OntologyReaderOptions } from './ontologyBuilder.ts'
import { readerOptions } from './readerShapes.ts'

export interface WordNetParser {
  pushData(chunk: Uint8Array): void
  /** After all data. */
  pushIndex(chunk: Uint8Array): void
  /** The files are at their end; others may follow into the same builder. */
  end(): void
  finish(): Ontology
}

export interface WordNetFiles {
  readonly data: string
  readonly index: string
}

export function wordNetParser(files: WordNetFiles, options: OntologyReaderOptions = {}): WordNetParser {
  requireArguments({ files, options }, { files: fieldsShape({ data: textShape, index: textShape }), options: readerOptions })
  const builder = builderFor(files.data, options)
  const relations: Readonly<Record<string, number>> = { '@': builder.relation('is_a'), '@i': builder.relation('instance_of') }

  const data = byteLines(files.data, (bytes, start, end, line) => {
    if (start === end || bytes[start] === 32) return // the licence at the top is indented
    const bar = bytes.indexOf(124, start)
    const fields = text(bytes, start, bar < 0 || bar > end ? end : bar, files.data, line)
      .trimEnd()
      .split(' ')
    const [offset, , part] = fields
    const words = Number.parseInt(fields[3], 16)
    const pointersAt = 4 + 2 * words
    const pointers = Number(fields[pointersAt])
    if (!/^\d{8}$/.test(offset) || !/^[nvasr]$/.test(part) || !(words >= 1) || !(fields.length >= pointersAt + 1 + 4 * pointers))
      throw broken(files.data, line, 'a line is not offset, file number, part of speech, words and pointers')
    const node = builder.node(`${offset}-${part === 's' ? 'a' : part}`)
    if (!builder.declare(node, line)) return
    if (builder.keepsDefinitions && bar >= 0 && bar < end) builder.definition(node, text(bytes, bar + 1, end, files.data, line).trim())
    for (let word = 0; word < words; word++) {
      const lemma = fields[4 + 2 * word].replace(/\((?:a|p|ip)\)$/, '')
      if (word === 0) builder.name(node, lemma.replaceAll('_', ' '))
      else builder.synonym(node, lemma.replaceAll('_', ' '))
    }
    for (let pointer = 0; pointer < pointers; pointer++) {
      const [symbol, target, targetPart] = fields.slice(pointersAt + 1 + 4 * pointer, pointersAt + 4 + 4 * pointer)
      const relation = relations[symbol]
      if (relation !== undefined) builder.edge(node, builder.node(`${target}-${targetPart}`), relation, line)
    }
  })

  const index = byteLines(files.index, (bytes, start, end, line) => {
    if (start === end || bytes[start] === 32) return
    const fields = text(bytes, start, end, files.index, line).trimEnd().split(' ')
    const [lemma, part, synsets] = fields
    const offsets = fields.slice(fields.length - Number(synsets))
    if (!/^[nvasr]$/.test(part) || !(Number(synsets) >= 1) || !offsets.every((offset) => /^\d{8}$/.test(offset)))
      throw broken(files.index, line, 'a line is not a word, part of speech, counts and offsets')
    builder.sense(
      lemma,
      offsets.map((offset) => builder.node(`${offset}-${part}`)),
    )
  })

  return {
    pushData: (chunk) => data.push(chunk),
    pushIndex(chunk) {
      data.finish()
      index.push(chunk)
    },
    end,
    finish() {
      end()
      return builder.finish()
    },
  }

  function end(): void {
    data.finish()
    index.finish()
  }
}

function text(bytes: Uint8Array, start: number, end: number, file: string, line: number): string {
  const decoded = decodeUtf8(bytes, start, end)
  if (decoded === undefined) throw new RankwrightError({ area: 'data', code: 'not-utf8', at: { file, line }, what: 'line' })
  return decoded
}

function broken(file: string, line: number, reason: string): RankwrightError {
  return new RankwrightError({ area: 'ontology', code: 'broken-ontology', at: { file, line }, format: 'a WordNet dict file', reason })
}
