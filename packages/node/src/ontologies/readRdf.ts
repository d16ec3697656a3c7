import { RankwrightError } from '@rankwright/core'
import type { ByteSource } from '@rankwright/core/data'
import { type OntologyReaderOptions, type TripleNode, tripleCollector } from '@rankwright/core/ontology'

/** An RDF term as both parsers give it. */
interface RdfTerm {
  readonly termType: string
  readonly value: string
  readonly language?: string
}

interface RdfTriple {
  readonly subject: RdfTerm
  readonly predicate: RdfTerm
  readonly object: RdfTerm
}

export async function gatherTurtle(source: ByteSource, options: OntologyReaderOptions): Promise<void> {
  const { StreamParser } = await import('n3')
  return collect(source, options, 'Turtle', new StreamParser({ blankNodePrefix: '_:b' }))
}

export async function gatherRdfXml(source: ByteSource, options: OntologyReaderOptions): Promise<void> {
  const { RdfXmlParser } = await import('rdfxml-streaming-parser')
  return collect(source, options, 'RDF/XML', new RdfXmlParser({ trackPosition: true, validateUri: false }))
}

/** What a streaming parser of either kind can do. */
interface TripleStream {
  on(event: 'data', listener: (triple: RdfTriple) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  write(text: string): boolean
  end(): void
}

async function collect(source: ByteSource, options: OntologyReaderOptions, format: string, parser: unknown): Promise<void> {
  const collector = tripleCollector(source.name, options)
  const stream = parser as TripleStream
  let failure: Error | undefined
  /** What went wrong beside the parser, which says nothing about the text. */
  let ours: { readonly error: unknown } | undefined
  const ended = new Promise<void>((resolve) => {
    stream.on('end', resolve)
    stream.on('error', (error) => {
      failure ??= error
      resolve()
    })
  })
  stream.on('data', ({ subject, predicate, object }) => {
    if (ours !== undefined) return
    try {
      collector.add(nodeOf(subject), predicate.value, nodeOf(object))
    } catch (error) {
      ours = { error } // the parser would take it for an error of its own
    }
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  // Parsers throw at once for some malformed input, instead of telling it as an error of the stream.
  const attempt = (step: () => void) => {
    try {
      step()
    } catch (error) {
      if (error instanceof RangeError) throw error // no memory is left
      failure ??= new Error('it is malformed')
    }
  }
  let line = 1
  for await (const chunk of source.bytes()) {
    const text = decoded(decoder, chunk, source.name, line)
    attempt(() => stream.write(text))
    for (let feed = chunk.indexOf(10); feed >= 0; feed = chunk.indexOf(10, feed + 1)) line++
    // What was written is read before more comes.
    await new Promise((resolve) => setImmediate(resolve))
    if (failure !== undefined || ours !== undefined) break
  }
  attempt(() => stream.end())
  if (failure === undefined && ours === undefined) await ended
  if (ours !== undefined) throw ours.error
  if (failure !== undefined) throw brokenRdf(source.name, format, failure)
  collector.end()
}

function nodeOf({ termType, value, language }: RdfTerm): TripleNode {
  if (termType === 'NamedNode') return { kind: 'iri', value }
  if (termType === 'BlankNode') return { kind: 'blank', value }
  return { kind: 'literal', value, ...(language !== undefined && language !== '' && { language }) }
}

/** `line` is that of the chunk's first byte. */
function decoded(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array, file: string, line: number): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    // The first line that is not UTF-8 by itself; a letter cut by the chunk's ends may point to its neighbour.
    const lines = Buffer.from(chunk).toString('latin1').split('\n')
    const wrong = lines.findIndex((text) => Buffer.from(Buffer.from(text, 'latin1').toString('utf8'), 'utf8').toString('latin1') !== text)
    throw new RankwrightError({ area: 'data', code: 'not-utf8', at: { file, line: line + Math.max(0, wrong) }, what: 'line' })
  }
}

/** Both parsers say where they stopped, each in its own way. */
function brokenRdf(file: string, format: string, error: Error): RankwrightError {
  const { line, column, context } = error as Error & { line?: number; column?: number; context?: { line?: number } }
  const written = /^Line (\d+) column (\d+): |^(\d+):(\d+): /.exec(error.message)
  const place = line ?? context?.line ?? Number(written?.[1] ?? written?.[3] ?? /\bline (\d+)/.exec(error.message)?.[1] ?? Number.NaN)
  const inLine = column ?? Number(written?.[2] ?? written?.[4] ?? Number.NaN)
  const at = { file, ...(Number.isFinite(place) && { line: place, ...(Number.isFinite(inLine) && { column: inLine }) }) }
  const reason = error.message
    .replace(/^Line \d+ column \d+: /, '')
    .replace(/^\d+:\d+: /, '')
    .replace(/ on line \d+\.?$/, '')
    .replace(/\.$/, '')
  return new RankwrightError({ area: 'ontology', code: 'broken-ontology', at, format, reason })
}
