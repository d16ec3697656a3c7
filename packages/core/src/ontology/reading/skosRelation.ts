/**
 * The relations of SKOS between concepts, and those of ISO 25964 that refine `broader`. `broader` is the hierarchy; the others are read under
 * their own names and used where they are chosen. https://www.w3.org/TR/skos-reference/ http://purl.org/iso25964/skos-thes
 */
import type { RelationTraits } from './foundEdges.ts'

const skos = 'http://www.w3.org/2004/02/skos/core#'
const thesauri = 'http://purl.org/iso25964/skos-thes#'

export interface SkosRelation extends RelationTraits {
  /** What it is chosen by. */
  readonly name: string
  /** Whether the object is the wider concept or the narrower one. */
  readonly points: 'up' | 'down'
  /** It maps concepts of one vocabulary to another, so its subject need not be a concept of this one. */
  readonly isMapping?: boolean
}

const byPredicate = new Map<string, SkosRelation>([
  [`${skos}broader`, { name: 'broader', points: 'up' }],
  [`${skos}narrower`, { name: 'broader', points: 'down' }],
  ...wider(skos, 'broaderTransitive', 'narrowerTransitive'),
  ...mapping(wider(skos, 'broadMatch', 'narrowMatch')),
  ...wider(thesauri, 'broaderGeneric', 'narrowerGeneric'),
  ...wider(thesauri, 'broaderPartitive', 'narrowerPartitive'),
  ...wider(thesauri, 'broaderInstantial', 'narrowerInstantial'),
  ...both('related'),
  ...mapping(both('relatedMatch')),
])

/** Undefined for any other predicate. */
export function skosRelation(predicate: string): SkosRelation | undefined {
  return byPredicate.get(predicate)
}

function wider(namespace: string, up: string, down: string): [string, SkosRelation][] {
  return [
    [`${namespace}${up}`, { name: up, points: 'up', leadsElsewhere: true }],
    [`${namespace}${down}`, { name: up, points: 'down', leadsElsewhere: true }],
  ]
}

function both(name: string): [string, SkosRelation][] {
  return [[`${skos}${name}`, { name, points: 'up', symmetric: true, leadsElsewhere: true }]]
}

function mapping(relations: [string, SkosRelation][]): [string, SkosRelation][] {
  return relations.map(([predicate, relation]) => [predicate, { ...relation, isMapping: true }])
}
