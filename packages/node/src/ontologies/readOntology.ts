import { stat } from 'node:fs/promises'
import { RankwrightError } from '@rankwright/core'
import { callback, flag, oneOf, options as optionsShape, type ShapesOf, sourceShapes, texts } from '@rankwright/core/arguments'
import { type ByteSource, type SourceOptions, wholeOf } from '@rankwright/core/data'
import {
  edgeListParser,
  gatherOboGraphs,
  type Ontology,
  type OntologyBuilder,
  type OntologyFormat,
  type OntologyParser,
  type OntologyReaderOptions,
  oboParser,
  ontologyBuilder,
  ontologyFormatOfContent,
  ontologyFormatOfName,
  ontologyFormats,
} from '@rankwright/core/ontology'
import { type FileInput, openSource } from '../files/openSource.ts'
import { gatherWordNet, gatherWordNetFolder } from './readWordNet.ts'

export interface ReadOntologyOptions extends Omit<OntologyReaderOptions, 'into'>, SourceOptions {
  /** How the file is written; found from its name, then from its first bytes, when left out. */
  readonly format?: OntologyFormat
  /** Files of the ontologies that it imports; their terms follow those of the file. Nothing is fetched from the network. */
  readonly import?: readonly string[]
}

const shapes: ShapesOf<ReadOntologyOptions> = {
  ...(sourceShapes as ShapesOf<SourceOptions>),
  format: oneOf(...ontologyFormats),
  onProblem: callback,
  onNote: callback,
  definitions: flag,
  import: texts,
}
const takesOptions = optionsShape(shapes)

/**
 * Reads an ontology from a file, plain or gzipped, from standard input for `-`, from other bytes, or from the dict folder of WordNet, and the
 * files that it imports.
 */
export async function readOntology(input: FileInput, options: ReadOntologyOptions = {}): Promise<Ontology> {
  takesOptions('options', options)
  const { import: imports = [], format, ...others } = options
  const into = ontologyBuilder(others)
  await gather(input, { ...others, into, ...(format !== undefined && { format }) })
  for (const file of imports) await gather(file, { ...others, name: undefined, into })
  return into.finish()
}

/** How one file is read into the builder that gathers all of them. */
type GatheringOptions = Omit<ReadOntologyOptions, 'import'> & { readonly into: OntologyBuilder }

async function gather(input: FileInput, options: GatheringOptions): Promise<void> {
  const path = typeof input === 'string' && input !== '-' ? input : undefined
  if (path !== undefined && (await isFolder(path))) {
    await gatherWordNetFolder(path, options)
    return
  }
  const source = await openSource(input, options)
  try {
    await gatherFrom(source, path, options)
  } finally {
    await source.close()
  }
}

async function gatherFrom(source: ByteSource, path: string | undefined, options: GatheringOptions): Promise<void> {
  const { name } = source
  const head = await source.head(() => false)
  const format = options.format ?? ontologyFormatOfName(name) ?? ontologyFormatOfContent(head)
  switch (format) {
    case 'obo':
      return feed(source, oboParser(name, options))
    case 'edges':
      return feed(source, edgeListParser(name, options))
    case 'obographs':
      gatherOboGraphs(name, await wholeOf(source), options)
      return
    case 'turtle':
      return (await import('./readRdf.ts')).gatherTurtle(source, options)
    case 'rdfxml':
      return (await import('./readRdf.ts')).gatherRdfXml(source, options)
    case 'wordnet':
      return gatherWordNet(source, path, options)
    case undefined:
      throw unknownFormat(name, head)
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

async function feed(source: ByteSource, parser: OntologyParser): Promise<void> {
  for await (const chunk of source.bytes()) parser.push(chunk)
  parser.end()
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
