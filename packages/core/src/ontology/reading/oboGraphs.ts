/** OBO Graphs, the JSON form of OBO and OWL ontologies. https://github.com/geneontology/obographs */

import { requireArguments } from '../../arguments/shapes.ts'
import { ourDocument } from '../../documents/ourDocument.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Ontology } from '../structure/ontology.ts'
import { compactIri } from './compactIri.ts'
import { builderFor, type OntologyBuilder, type OntologyReaderOptions } from './ontologyBuilder.ts'
import { fileShapes, readerOptions } from './readerShapes.ts'
import { wholeText } from './wholeText.ts'

export function parseOboGraphs(file: string, bytes: Uint8Array, options: OntologyReaderOptions = {}): Ontology {
  return gatherOboGraphs(file, bytes, options).finish()
}

/** Reads a file into the builder of the options, where others may follow. */
export function gatherOboGraphs(file: string, bytes: Uint8Array, options: OntologyReaderOptions): OntologyBuilder {
  requireArguments({ file, bytes, options }, { ...fileShapes, options: readerOptions })
  const builder = builderFor(file, options)
  const isA = builder.relation('is_a')
  const graphs = entriesOf(parsed(file, bytes), 'graphs')
  if (graphs.length === 0) throw broken(file, 'it has no "graphs"')
  for (const graph of graphs) {
    const id = textOf(graph, 'id')
    if (id !== '') builder.ontology(id)
    for (const node of entriesOf(graph, 'nodes')) readNode(builder, node)
    for (const edge of entriesOf(graph, 'edges')) {
      const [child, relation, parent] = ['sub', 'pred', 'obj'].map((key) => textOf(edge, key))
      if (child === '' || relation === '' || parent === '') throw broken(file, `an edge lacks "sub", "pred" or "obj": ${shown(edge)}`)
      const kind = relation === 'is_a' ? isA : builder.relation(compactIri(relation))
      // Properties have edges among themselves (subPropertyOf), which are none between terms.
      if (relation === 'subPropertyOf' || relation === 'inverseOf' || relation === 'type') continue
      builder.edge(builder.node(compactIri(child)), builder.node(compactIri(parent)), kind)
    }
    for (const axiom of entriesOf(graph, 'logicalDefinitionAxioms')) readDefinition(builder, axiom)
  }
  return builder
}

/** The genus terms of a logical definition are parents of what it defines. */
function readDefinition(builder: OntologyBuilder, axiom: Entry): void {
  const defined = textOf(axiom, 'definedClassId')
  const genus = axiom['genusIds']
  if (defined === '' || !Array.isArray(genus)) return
  for (const id of genus) if (typeof id === 'string') builder.definedBy(builder.node(compactIri(defined)), builder.node(compactIri(id)))
}

function readNode(builder: OntologyBuilder, document: Entry): void {
  const id = compactIri(textOf(document, 'id'))
  const label = textOf(document, 'lbl')
  const type = textOf(document, 'type')
  if (type === 'PROPERTY') {
    if (label !== '') builder.relationLabel(id, label)
    return
  }
  if (type === 'INDIVIDUAL' || id === '') return
  const node = builder.node(id)
  if (!builder.declare(node)) return
  if (label !== '') builder.name(node, label)
  const { meta } = document
  if (!isEntry(meta)) return
  const { definition } = meta
  if (builder.keepsDefinitions && isEntry(definition) && textOf(definition, 'val') !== '')
    builder.definition(node, textOf(definition, 'val'))
  if (meta['deprecated'] === true) builder.retire(node)
  for (const synonym of entriesOf(meta, 'synonyms')) if (textOf(synonym, 'val') !== '') builder.synonym(node, textOf(synonym, 'val'))
  for (const property of entriesOf(meta, 'basicPropertyValues')) {
    const predicate = textOf(property, 'pred')
    if (predicate.endsWith('#hasAlternativeId')) builder.alternativeId(node, compactIri(textOf(property, 'val')))
    if (predicate.endsWith('/IAO_0100001')) builder.replacedBy(node, compactIri(textOf(property, 'val')))
  }
}

type Entry = Readonly<Record<string, unknown>>

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function entriesOf(entry: unknown, key: string): readonly Entry[] {
  const value = isEntry(entry) ? entry[key] : undefined
  return Array.isArray(value) ? value.filter(isEntry) : []
}

function textOf(entry: Entry, key: string): string {
  const value = entry[key]
  return typeof value === 'string' ? value : ''
}

function parsed(file: string, bytes: Uint8Array): unknown {
  const text = wholeText(file, bytes)
  const found = ourDocument(text)
  if (found !== undefined) throw new RankwrightError({ area: 'data', code: 'ours-not-data', at: { file }, found, expected: 'an ontology' })
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const position = Number(/at position (\d+)/.exec(reason)?.[1] ?? Number.NaN)
    const before = text.slice(0, Number.isNaN(position) ? text.length : position).split('\n')
    const line = before.length
    const column = (before.at(-1)?.length ?? 0) + 1
    throw broken(file, 'the JSON breaks off or is not well-formed here', { line, column })
  }
}

function broken(file: string, reason: string, where: { line?: number; column?: number } = {}): RankwrightError {
  return new RankwrightError({
    area: 'ontology',
    code: 'broken-ontology',
    at: { file, ...where },
    format: 'an OBO Graphs document',
    reason,
  })
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 80)
}
