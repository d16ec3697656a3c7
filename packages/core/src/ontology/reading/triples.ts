/**
 * Ontologies written as RDF triples: OWL classes with `rdfs:subClassOf` to a class or to a restriction (`part_of some X`), and
 * SKOS concepts with `skos:broader` or `skos:narrower`. https://www.w3.org/TR/owl2-mapping-to-rdf/ https://www.w3.org/TR/skos-reference/
 * As in OBO files, logical definitions (`owl:equivalentClass`) and "only" restrictions are no edges.
 */

import { requireArguments, text as textShape } from '../../arguments/shapes.ts'
import type { Ontology } from '../structure/ontology.ts'
import { compactIri } from './compactIri.ts'
import { OntologyBuilder, type OntologyReaderOptions } from './ontologyBuilder.ts'
import { readerOptions } from './readerShapes.ts'

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#'
const owl = 'http://www.w3.org/2002/07/owl#'
const skos = 'http://www.w3.org/2004/02/skos/core#'
const oboInOwl = 'http://www.geneontology.org/formats/oboInOwl#'
const obo = 'http://purl.obolibrary.org/obo/'

/** A subject or an object: its kind, and its IRI, text or label. */
export interface TripleNode {
  readonly kind: 'iri' | 'blank' | 'literal'
  readonly value: string
  /** Of a literal, such as `en`. */
  readonly language?: string
}

export interface TripleCollector {
  add(subject: TripleNode, predicate: string, object: TripleNode): void
  finish(): Ontology
}

interface Restriction {
  property?: string
  some?: string
}

export function tripleCollector(file: string, options: OntologyReaderOptions = {}): TripleCollector {
  requireArguments({ file, options }, { file: textShape, options: readerOptions })
  const builder = new OntologyBuilder(file, options)
  const isA = builder.relation('is_a')
  const broader = builder.relation('broader')
  const restrictions = new Map<string, Restriction>()
  const restricted: { readonly child: number; readonly blank: string }[] = []
  const labels = new Map<number, { text: string; rank: number }>()
  const classes = new Set<number>()
  const concepts = new Set<number>()
  const propertyIds = new Set<string>()
  const ontologyIds = new Set<string>()
  const merged = new Set<number>() // retired because it became part of another term
  const replacements = new Map<number, string>()

  return { add, finish }

  function add(subject: TripleNode, predicate: string, object: TripleNode): void {
    if (subject.kind === 'blank') {
      if (object.kind !== 'iri') return
      if (predicate === `${owl}onProperty`) restrictionOf(subject.value).property = object.value
      if (predicate === `${owl}someValuesFrom`) restrictionOf(subject.value).some = object.value
      return
    }
    const { value: iri } = subject
    switch (predicate) {
      case `${rdf}type`:
        typed(iri, object.value)
        return
      case `${rdfs}subClassOf`:
        if (object.kind === 'blank') restricted.push({ child: term(iri), blank: object.value })
        else if (object.kind === 'iri' && object.value !== `${owl}Thing` && object.value !== `${skos}Concept`)
          builder.edge(term(iri), builder.node(compactIri(object.value)), isA)
        return
      case `${skos}broader`:
        if (object.kind === 'iri') builder.edge(term(iri), builder.node(compactIri(object.value)), broader)
        return
      case `${skos}narrower`:
        if (object.kind === 'iri') builder.edge(builder.node(compactIri(object.value)), term(iri), broader)
        return
      case `${rdfs}label`:
      case `${skos}prefLabel`:
        labelled(iri, object, predicate === `${rdfs}label`)
        return
      case `${skos}altLabel`:
      case `${oboInOwl}hasExactSynonym`:
      case `${oboInOwl}hasBroadSynonym`:
      case `${oboInOwl}hasNarrowSynonym`:
      case `${oboInOwl}hasRelatedSynonym`:
        builder.synonym(builder.node(compactIri(iri)), object.value)
        return
      case `${oboInOwl}hasAlternativeId`:
        builder.alternativeId(builder.node(compactIri(iri)), compactIri(object.value))
        return
      case `${owl}deprecated`:
        if (object.value === 'true' || object.value === '1') builder.retire(builder.node(compactIri(iri)))
        return
      case `${obo}IAO_0000231`:
        if (object.value === `${obo}IAO_0000227` || object.value === `${obo}OMO_0001000`) merged.add(builder.node(compactIri(iri)))
        return
      case `${obo}IAO_0100001`:
        replacements.set(builder.node(compactIri(iri)), compactIri(object.value))
        return
      case `${owl}imports`:
        builder.import(object.value)
        return
      default:
        return
    }
  }

  function typed(iri: string, type: string): void {
    if (type === `${skos}Concept`) concepts.add(term(iri))
    else if (type === `${owl}Class` || type === `${rdfs}Class`) {
      if (iri !== `${owl}Thing` && iri !== `${owl}Nothing`) classes.add(term(iri))
    } else if (/#(?:Object|Datatype|Annotation)Property$|#Property$/.test(type)) propertyIds.add(compactIri(iri))
    else if (type === `${owl}Ontology` && !ontologyIds.has(iri)) {
      ontologyIds.add(iri)
      builder.ontology(iri)
    }
  }

  /** Statements about a class may be scattered, so declaring it again is not a fault here. */
  function term(iri: string): number {
    const node = builder.node(compactIri(iri))
    if (!builder.isDeclared(node)) builder.declare(node)
    return node
  }

  /** English or without a language first; what is not chosen stays as a synonym. */
  function labelled(iri: string, { value, language = '' }: TripleNode, plain: boolean): void {
    const id = compactIri(iri)
    const node = builder.node(id)
    const rank = (language === '' || /^en\b/i.test(language) ? 0 : 2) + (plain ? 0 : 1)
    const known = labels.get(node)
    if (known === undefined || rank < known.rank) {
      if (known !== undefined && known.text !== value) builder.synonym(node, known.text)
      labels.set(node, { text: value, rank })
    } else if (known.text !== value) builder.synonym(node, value)
  }

  function restrictionOf(blank: string): Restriction {
    let restriction = restrictions.get(blank)
    if (restriction === undefined) restrictions.set(blank, (restriction = {}))
    return restriction
  }

  function finish(): Ontology {
    for (const { child, blank } of restricted) {
      const { property, some } = restrictions.get(blank) ?? {}
      if (property !== undefined && some !== undefined)
        builder.edge(child, builder.node(compactIri(some)), builder.relation(compactIri(property)))
    }
    // In a SKOS vocabulary classes are kinds of concepts, not concepts.
    if (concepts.size > 0) for (const node of classes) if (!concepts.has(node)) builder.exclude(node)
    for (const [node, { text }] of labels) builder.name(node, text)
    for (const id of propertyIds) {
      const label = labels.get(builder.node(id))
      if (label !== undefined) builder.relationLabel(id, label.text)
    }
    for (const [node, id] of replacements) {
      if (merged.has(node)) builder.mergedInto(node, id)
      else builder.replacedBy(node, id)
    }
    return builder.finish()
  }
}
