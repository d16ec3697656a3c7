import type { Problem } from '../../problems/problem.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { ObsoleteTerm, Ontology } from '../structure/ontology.ts'
import { relationName } from '../structure/relationName.ts'

export interface OntologyReaderOptions {
  /** Called with every fault, which is then skipped; without it the first fault is thrown. */
  readonly onProblem?: (problem: Problem) => void
  /** Called with what was left out although nothing is broken: edges to terms that are missing or obsolete. */
  readonly onNote?: (note: Problem) => void
}

/** Reads an ontology as its bytes come. */
export interface OntologyParser {
  push(chunk: Uint8Array): void
  finish(): Ontology
}

/** Gathers what a reader finds, in any order: edges may come before their terms. */
export interface OntologyBuilder {
  /** The number of an id here, new when the id is. Naming an id does not make it a term: `declare` does. */
  node(id: string): number
  /** False, and a problem, when the id is a term already. */
  declare(node: number, line?: number): boolean
  isDeclared(node: number): boolean
  name(node: number, name: string): void
  synonym(node: number, text: string): void
  alternativeId(node: number, id: string): void
  retire(node: number): void
  replacedBy(node: number, id: string): void
  /** Takes back that a node is a term. */
  exclude(node: number): void
  /** A term that was merged into another: its id stands for that one. */
  mergedInto(node: number, id: string): void
  relation(id: string): number
  relationLabel(id: string, label: string): void
  edge(child: number, parent: number, relation: number, line?: number, weight?: number): void
  sense(word: string, nodes: readonly number[]): void
  ontology(name: string): void
  import(name: string): void
  problem(problem: Problem): void
  finish(): Ontology
}

export function ontologyBuilder(file: string, { onProblem, onNote }: OntologyReaderOptions = {}): OntologyBuilder {
  const nodes = new Map<string, number>()
  const ids: string[] = []
  const declaredAt: number[] = [] // line + 1, 0 if it is not a term
  const names: string[] = []
  const synonyms = new Map<number, string[]>()
  const alternatives: { readonly node: number; readonly id: string }[] = []
  const retired = new Set<number>()
  const excluded = new Set<number>()
  const replacements = new Map<number, string>()
  const relations = new Map<string, number>()
  const relationIds: string[] = []
  const labels = new Map<string, string>()
  const children: number[] = []
  const parents: number[] = []
  const edgeRelations: number[] = []
  const lines: number[] = []
  const weights: number[] = []
  const senses = new Map<string, readonly number[]>()
  const ontologies: string[] = []
  const imports: string[] = []

  return {
    node,
    declare(number, line = 0) {
      if (declaredAt[number] > 0) {
        const first = { file, ...(declaredAt[number] > 1 && { line: declaredAt[number] - 1 }) }
        problem({ area: 'ontology', code: 'term-twice', at: { file, ...(line > 0 && { line }) }, id: ids[number], first })
        return false
      }
      declaredAt[number] = line + 1
      return true
    },
    isDeclared: (number) => declaredAt[number] > 0,
    name(number, name) {
      names[number] = name
    },
    synonym(number, text) {
      const known = synonyms.get(number)
      if (known === undefined) synonyms.set(number, [text])
      else if (!known.includes(text)) known.push(text)
    },
    alternativeId(number, id) {
      alternatives.push({ node: number, id })
    },
    retire(number) {
      retired.add(number)
    },
    replacedBy(number, id) {
      if (!replacements.has(number)) replacements.set(number, id)
    },
    exclude(number) {
      excluded.add(number)
    },
    mergedInto(number, id) {
      excluded.add(number)
      alternatives.push({ node: node(id), id: ids[number] })
    },
    relation,
    relationLabel(id, label) {
      labels.set(id, label)
    },
    edge(child, parent, kind, line = 0, weight = Number.NaN) {
      children.push(child)
      parents.push(parent)
      edgeRelations.push(kind)
      lines.push(line)
      weights.push(weight)
    },
    sense(word, meant) {
      senses.set(word, meant)
    },
    ontology(name) {
      ontologies.push(name)
    },
    import(name) {
      imports.push(name)
    },
    problem,
    finish,
  }

  function node(id: string): number {
    let number = nodes.get(id)
    if (number === undefined) {
      nodes.set(id, (number = ids.length))
      ids.push(id)
      declaredAt.push(0)
      names.push('')
    }
    return number
  }

  function relation(id: string): number {
    let number = relations.get(id)
    if (number === undefined) {
      relations.set(id, (number = relationIds.length))
      relationIds.push(id)
    }
    return number
  }

  function problem(found: Problem): void {
    if (onProblem === undefined) throw new RankwrightError(found)
    onProblem(found)
  }

  function finish(): Ontology {
    const termOf = new Int32Array(ids.length).fill(-1)
    const termIds: string[] = []
    const termNames: string[] = []
    const obsolete: ObsoleteTerm[] = []
    for (let number = 0; number < ids.length; number++) {
      if (declaredAt[number] === 0 || excluded.has(number)) continue
      if (retired.has(number)) {
        const replacedBy = replacements.get(number)
        obsolete.push({ id: ids[number], name: names[number], ...(replacedBy !== undefined && { replacedBy }) })
        continue
      }
      termOf[number] = termIds.length
      termIds.push(ids[number])
      termNames.push(names[number])
    }
    if (termIds.length === 0) problem({ area: 'ontology', code: 'ontology-empty', at: { file } })

    const everyNodeIsATerm = termIds.length === ids.length
    const indexOfId = everyNodeIsATerm ? nodes : new Map<string, number>()
    if (!everyNodeIsATerm) for (let term = 0; term < termIds.length; term++) indexOfId.set(termIds[term], term)
    const alternativeIds = new Map<string, number>()
    for (const { node: number, id } of alternatives) {
      if (termOf[number] >= 0 && !indexOfId.has(id)) alternativeIds.set(id, termOf[number])
    }
    const termSynonyms = new Map<number, readonly string[]>()
    for (const [number, texts] of synonyms) if (termOf[number] >= 0) termSynonyms.set(termOf[number], texts)
    const termSenses = new Map<string, readonly number[]>()
    for (const [word, meant] of senses) {
      const terms = meant.map((number) => termOf[number]).filter((term) => term >= 0)
      if (terms.length > 0) termSenses.set(word, terms)
    }
    return {
      file,
      ids: termIds,
      names: termNames,
      synonyms: termSynonyms,
      indexOfId,
      alternativeIds,
      obsolete,
      ...keptEdges(termOf),
      ...(termSenses.size > 0 && { senses: termSenses }),
      ontologies,
      imports,
    }
  }

  /** The edges between terms that are there, each once. */
  function keptEdges(termOf: Int32Array): Pick<Ontology, 'relations' | 'edges'> {
    const { relationNames, nameOf } = namedRelations()
    const counts = new Uint32Array(relationNames.length)
    const kept = new Uint32Array(children.length)
    let count = 0
    const lastOf = new Int32Array(ids.length).fill(-1) // the edges of a child, as a list through `before`
    const before = new Int32Array(children.length)
    for (let edge = 0; edge < children.length; edge++) {
      const child = children[edge]
      const parent = parents[edge]
      if (termOf[child] < 0) continue
      if (termOf[parent] < 0) {
        leftOut(edge)
        continue
      }
      let same = lastOf[child]
      while (same >= 0 && !(parents[same] === parent && nameOf[edgeRelations[same]] === nameOf[edgeRelations[edge]])) same = before[same]
      if (same >= 0) continue
      before[edge] = lastOf[child]
      lastOf[child] = edge
      kept[count++] = edge
      counts[nameOf[edgeRelations[edge]]]++
    }
    const edges = {
      children: new Uint32Array(count),
      parents: new Uint32Array(count),
      relations: new Uint16Array(count),
      weights: new Float64Array(count),
      lines: new Uint32Array(count),
    }
    for (let at = 0; at < count; at++) {
      const edge = kept[at]
      edges.children[at] = termOf[children[edge]]
      edges.parents[at] = termOf[parents[edge]]
      edges.relations[at] = nameOf[edgeRelations[edge]]
      edges.weights[at] = weights[edge]
      edges.lines[at] = lines[edge]
    }
    return { relations: relationNames.map(({ name, id }, number) => ({ name, id, edges: counts[number] })), edges }
  }

  function leftOut(edge: number): void {
    if (onNote === undefined) return
    const parent = parents[edge]
    const relationId = relationIds[edgeRelations[edge]]
    const found = {
      at: { file, ...(lines[edge] > 0 && { line: lines[edge] }) },
      child: ids[children[edge]],
      parent: ids[parent],
      relation: relationName(relationId, labels.get(relationId)),
    }
    onNote(
      retired.has(parent)
        ? { area: 'ontology', code: 'parent-obsolete', ...found }
        : { area: 'ontology', code: 'parent-not-there', ...found, imports },
    )
  }

  /** Relations of one name are one relation. */
  function namedRelations(): { relationNames: { name: string; id: string }[]; nameOf: Uint16Array } {
    const relationNames: { name: string; id: string }[] = []
    const numberOf = new Map<string, number>()
    const nameOf = Uint16Array.from(relationIds, (id) => {
      const name = relationName(id, labels.get(id))
      let number = numberOf.get(name)
      if (number === undefined) {
        numberOf.set(name, (number = relationNames.length))
        relationNames.push({ name, id })
      }
      return number
    })
    return { relationNames, nameOf }
  }
}
