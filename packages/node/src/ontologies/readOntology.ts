import { stat } from 'node:fs/promises'
import { RankwrightError } from '@rankwright/core'
import { callback, oneOf, options as optionsShape, type ShapesOf, sourceShapes } from '@rankwright/core/arguments'
import { type ByteSource, type SourceOptions, wholeOf } from '@rankwright/core/data'
import {
  edgeListParser,
  type Ontology,
  type OntologyFormat,
  type OntologyParser,
  type OntologyReaderOptions,
  oboParser,
  ontologyFormatOfContent,
  ontologyFormatOfName,
  ontologyFormats,
  parseOboGraphs,
} from '@rankwright/core/ontology'
import { type FileInput, openSource } from '../files/openSource.ts'
import { readWordNet, readWordNetFolder } from './readWordNet.ts'

export interface ReadOntologyOptions extends OntologyReaderOptions, SourceOptions {
  /** How the file is written; found from its name, then from its first bytes, when left out. */
  readonly format?: OntologyFormat
}

const shapes: ShapesOf<ReadOntologyOptions> = {
  ...(sourceShapes as ShapesOf<SourceOptions>),
  format: oneOf(...ontologyFormats),
  onProblem: callback,
  onNote: callback,
}
const takesOptions = optionsShape(shapes)

/** Reads an ontology from a file, plain or gzipped, from standard input for `-`, from other bytes, or from the dict folder of WordNet. */
export async function readOntology(input: FileInput, options: ReadOntologyOptions = {}): Promise<Ontology> {
  takesOptions('options', options)
  const path = typeof input === 'string' && input !== '-' ? input : undefined
  if (path !== undefined && (await isFolder(path))) return readWordNetFolder(path, options)
  const source = await openSource(input, options)
  try {
    return await ontologyFrom(source, path, options)
  } finally {
    await source.close()
  }
}

async function ontologyFrom(source: ByteSource, path: string | undefined, options: ReadOntologyOptions): Promise<Ontology> {
  const { name } = source
  const head = await source.head(() => false)
  if (isUtf16(head)) throw new RankwrightError({ area: 'data', code: 'in-utf-16', at: { file: name, line: 1, column: 1 } })
  const format = options.format ?? ontologyFormatOfName(name) ?? ontologyFormatOfContent(head)
  switch (format) {
    case 'obo':
      return feed(source, oboParser(name, options))
    case 'edges':
      return feed(source, edgeListParser(name, options))
    case 'obographs':
      return parseOboGraphs(name, await wholeOf(source), options)
    case 'turtle':
      return (await import('./readRdf.ts')).readTurtle(source, options)
    case 'rdfxml':
      return (await import('./readRdf.ts')).readRdfXml(source, options)
    case 'wordnet':
      return readWordNet(source, path, options)
    case undefined:
      throw unknownFormat(name, head)
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

async function feed(source: ByteSource, parser: OntologyParser): Promise<Ontology> {
  for await (const chunk of source.bytes()) parser.push(chunk)
  return parser.finish()
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

function unknownFormat(name: string, head: Uint8Array): RankwrightError {
  const text = Buffer.from(head.subarray(0, 4096)).toString('latin1')
  const at = { file: name, line: 1, column: 1 }
  const hint = /^\s*(?:Prefix|Ontology)\s*\(/.test(text)
    ? 'This is OWL in functional syntax: convert it to RDF/XML or Turtle.'
    : /<Ontology\b/.test(text)
      ? 'This is OWL/XML: convert it to RDF/XML or Turtle.'
      : /^\s*(?:Prefix|Ontology|Class):/m.test(text)
        ? 'This looks like OWL in Manchester syntax: convert it to RDF/XML or Turtle.'
        : undefined
  return new RankwrightError({
    area: 'ontology',
    code: 'unknown-ontology-format',
    at,
    formats: ontologyFormats,
    ...(hint !== undefined && { hint }),
  })
}
