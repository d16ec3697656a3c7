/** The formats of ontologies, and how to recognise them. */

import { requireText } from '../../arguments/requireKind.ts'
import { bytes } from '../../arguments/shapes.ts'
import { lenientText } from '../../data/text/utf8.ts'

export const ontologyFormats = ['obo', 'obographs', 'rdfxml', 'turtle', 'edges', 'wordnet'] as const
export type OntologyFormat = (typeof ontologyFormats)[number]

const byExtension: Readonly<Record<string, OntologyFormat>> = {
  obo: 'obo',
  json: 'obographs',
  rdf: 'rdfxml',
  xml: 'rdfxml',
  ttl: 'turtle',
  nt: 'turtle',
  csv: 'edges',
  tsv: 'edges',
  noun: 'wordnet',
  verb: 'wordnet',
}

/** The format that a file's name announces; `.owl` does not say which of several it is. `.gz` may follow the extension. */
export function ontologyFormatOfName(name: string): OntologyFormat | undefined {
  requireText('name', name)
  const extension = name.replace(/\.gz$/i, '').match(/\.([^./\\]+)$/)?.[1]
  return extension === undefined ? undefined : byExtension[extension.toLowerCase()]
}

/** The format that the first bytes of a file, decompressed, look like. */
export function ontologyFormatOfContent(head: Uint8Array): OntologyFormat | undefined {
  bytes('head', head)
  const text = lenientText(head)
  if (text.includes('\0')) return undefined
  const start = text.trimStart()
  if (/^<\?xml|^<rdf:RDF|^<!DOCTYPE/i.test(start)) return /<(?:\w+:)?RDF[\s>]/.test(text) ? 'rdfxml' : undefined
  if (start.startsWith('{')) return 'obographs'
  if (/^(?:#.*\n\s*)*(?:@prefix|@base|prefix\s|base\s|<[^>\s]*>\s)/i.test(start)) return 'turtle'
  if (/^(?:format-version:|ontology:|data-version:|default-namespace:|!.*\n)|^\[(?:Term|Typedef)\]/m.test(text)) return 'obo'
  if (/^\d{8} \d{2} [nvasr] [0-9a-f]{2} /m.test(text)) return 'wordnet'
  const line = start.split(/\r?\n/).find((each) => each.trim() !== '' && !each.startsWith('#'))
  return line !== undefined && /[,\t]/.test(line) && !/[(){}]/.test(line) ? 'edges' : undefined
}
