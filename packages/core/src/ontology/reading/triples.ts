/**
 * Ontologies written as RDF triples: OWL classes with `rdfs:subClassOf` to a class, to a restriction (`part_of some X`) or to an intersection
 * of these, and SKOS concepts with `skos:broader` or `skos:narrower`. https://www.w3.org/TR/owl2-mapping-to-rdf/ https://www.w3.org/TR/skos-reference/
 * A logical definition (`owl:equivalentClass` with an intersection) names the parents of a class; its restrictions, like "only" restrictions,
 * are no edges. Other relations of SKOS are read too, each under its own name.
 */

import { requireArguments, text as textShape } from '../../arguments/shapes.ts'
import type { Ontology } from '../structure/ontology.ts'
import { compactIri } from './compactIri.ts'
import { builderFor, type OntologyReaderOptions } from './ontologyBuilder.ts'
import { readerOptions } from './readerShapes.ts'
import { skosRelation } from './skosRelation.ts'

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
  /** The file is at its end; others may follow into the same builder. */
  end(): void
  finish(): Ontology
}

/** What is said about a blank node: a restriction, an intersection, or a place in a list. */
interface Expression {
  property?: string
  some?: string
  /** The first node of a list. */
  intersection?: string
  first?: TripleNode
  rest?: string
}

/** A class expression above a term. Edges keep the order of the file, so this waits for its turn among them. */
interface Above {
  readonly child: number
  readonly expression: TripleNode
  readonly isDefinition: boolean
}

export function tripleCollector(file: string, options: OntologyReaderOptions = {}): TripleCollector {
  requireArguments({ file, options }, { file: textShape, options: readerOptions })
  const builder = builderFor(file, options)
  const isA = builder.relation('is_a')
  const broader = builder.relation('broader')
  const expressions = new Map<string, Expression>()
  const found: (Above | { readonly child: number; readonly parent: number; readonly relation: number })[] = []
  const labels = new Map<number, { text: string; rank: number }>()
  const classes = new Set<number>()
  const concepts = new Set<number>()
  const propertyIds = new Set<string>()
  const ontologyIds = new Set<string>()
  const merged = new Set<number>() // retired because it became part of another term
  const replacements = new Map<number, string>()

  return { add, end, finish }

  function add(subject: TripleNode, predicate: string, object: TripleNode): void {
    if (subject.kind === 'blank') {
      express(subject.value, predicate, object)
      return
    }
    const { value: iri } = subject
    const skosEdge = skosRelation(predicate)
    if (skosEdge !== undefined) {
      if (object.kind !== 'iri') return
      const relation = skosEdge.name === 'broader' ? broader : builder.relation(skosEdge.name, skosEdge)
      const self = skosEdge.isMapping === true ? about(iri) : ownTerm(iri)
      const other = builder.node(compactIri(object.value))
      found.push(skosEdge.points === 'up' ? { child: self, parent: other, relation } : { child: other, parent: self, relation })
      return
    }
    switch (predicate) {
      case `${rdf}type`:
        typed(iri, object.value)
        return
      case `${rdfs}subClassOf`:
        if (object.value !== `${owl}Thing` && object.value !== `${skos}Concept`) above(iri, object, false)
        return
      case `${owl}equivalentClass`:
        // Two names for one class are no edge: each would be the parent of the other.
        if (object.kind === 'blank') above(iri, object, true)
        return
      case `${owl}intersectionOf`:
        expressionOf(iri).intersection = object.value
        above(iri, { kind: 'blank', value: iri }, true)
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
        builder.synonym(about(iri), object.value)
        return
      case `${obo}IAO_0000115`:
      case `${skos}definition`:
        if (builder.keepsDefinitions) builder.definition(about(iri), object.value)
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

  function express(blank: string, predicate: string, object: TripleNode): void {
    switch (predicate) {
      case `${owl}onProperty`:
        if (object.kind === 'iri') expressionOf(blank).property = object.value
        return
      case `${owl}someValuesFrom`:
        if (object.kind === 'iri') expressionOf(blank).some = object.value
        return
      case `${owl}intersectionOf`:
        expressionOf(blank).intersection = object.value
        return
      case `${rdf}first`:
        expressionOf(blank).first = object
        return
      case `${rdf}rest`:
        expressionOf(blank).rest = object.value
        return
      default:
        return
    }
  }

  function above(iri: string, expression: TripleNode, isDefinition: boolean): void {
    if (expression.kind !== 'literal') found.push({ child: ownTerm(iri), expression, isDefinition })
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

  /** Statements about a class may be scattered, and its type may stand where another class only mentions it. */
  function term(iri: string): number {
    const node = builder.node(compactIri(iri))
    builder.mention(node)
    return node
  }

  function ownTerm(iri: string): number {
    const node = term(iri)
    builder.ownRow(node)
    return node
  }

  /** What may be a class, a concept or something else. */
  function about(iri: string): number {
    const node = builder.node(compactIri(iri))
    builder.ownRow(node)
    return node
  }

  /** English or without a language first; what is not chosen stays as a synonym. */
  function labelled(iri: string, { value, language = '' }: TripleNode, plain: boolean): void {
    const node = about(iri)
    const rank = (language === '' || /^en\b/i.test(language) ? 0 : 2) + (plain ? 0 : 1)
    const known = labels.get(node)
    if (known === undefined || rank < known.rank) {
      if (known !== undefined && known.text !== value) builder.synonym(node, known.text)
      labels.set(node, { text: value, rank })
    } else if (known.text !== value) builder.synonym(node, value)
  }

  function expressionOf(blank: string): Expression {
    let expression = expressions.get(blank)
    if (expression === undefined) expressions.set(blank, (expression = {}))
    return expression
  }

  /** The parents that an expression names, and the restrictions in it. `within` are the expressions around it: none holds itself. */
  function addExpression(child: number, node: TripleNode, isDefinition: boolean, within: readonly string[] = []): void {
    if (node.kind === 'literal' || within.includes(node.value)) return
    if (node.kind === 'iri') {
      const parent = builder.node(compactIri(node.value))
      if (isDefinition) builder.definedBy(child, parent)
      else builder.edge(child, parent, isA)
      return
    }
    const { property, some, intersection } = expressions.get(node.value) ?? {}
    if (property !== undefined && some !== undefined && !isDefinition)
      builder.edge(child, builder.node(compactIri(some)), builder.relation(compactIri(property)))
    const around = [...within, node.value]
    const met = new Set<string>()
    for (let list = intersection; list !== undefined && !met.has(list); list = expressions.get(list)?.rest) {
      met.add(list)
      const { first } = expressions.get(list) ?? {}
      if (first !== undefined) addExpression(child, first, isDefinition, around)
    }
  }

  function end(): void {
    for (const edge of found) {
      if ('parent' in edge) builder.edge(edge.child, edge.parent, edge.relation)
      else addExpression(edge.child, edge.expression, edge.isDefinition)
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
  }

  function finish(): Ontology {
    end()
    return builder.finish()
  }
}
