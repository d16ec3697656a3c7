import { stat } from 'node:fs/promises'
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
  RankwrightError,
} from '@rankwright/core'
import { type OpenedSource, openSource, type SourceOptions } from '../files/byteSource.ts'
import { readWordNet } from './readWordNet.ts'

export interface ReadOntologyOptions extends OntologyReaderOptions, SourceOptions {
  /** How the file is written; found from its name, then from its first bytes, when left out. */
  readonly format?: OntologyFormat
}

/** Reads an ontology from a file, plain or gzipped, from standard input for `-`, or from the dict folder of WordNet. */
export async function readOntology(path: string, options: ReadOntologyOptions = {}): Promise<Ontology> {
  if (path !== '-' && (await isFolder(path))) return readWordNet(path, true, options)
  const source = await openSource(path, options)
  if (isUtf16(source.head)) {
    await source.close()
    throw new RankwrightError({ area: 'ontology', code: 'ontology-in-utf-16', at: { file: path, line: 1, column: 1 } })
  }
  const format = options.format ?? ontologyFormatOfName(path) ?? ontologyFormatOfContent(source.head)
  if (format === undefined || format === 'wordnet') await source.close()
  switch (format) {
    case 'obo':
      return feed(source, oboParser(source.name, options))
    case 'edges':
      return feed(source, edgeListParser(source.name, options))
    case 'obographs':
      return parseOboGraphs(source.name, await wholeOf(source), options)
    case 'turtle':
      return (await import('./readRdf.ts')).readTurtle(source, options)
    case 'rdfxml':
      return (await import('./readRdf.ts')).readRdfXml(source, options)
    case 'wordnet':
      return readWordNet(path, false, options)
    case undefined:
      throw unknownFormat(source)
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

async function feed(source: OpenedSource, parser: OntologyParser): Promise<Ontology> {
  for await (const chunk of source.bytes()) parser.push(chunk)
  return parser.finish()
}

async function wholeOf(source: OpenedSource): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of source.bytes()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

function unknownFormat({ name, head }: OpenedSource): RankwrightError {
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
