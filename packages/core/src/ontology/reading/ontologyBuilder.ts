import type { Problem } from '../../problems/problem.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { ObsoleteTerm, Ontology } from '../structure/ontology.ts'
import { type EdgeLeftOut, FoundEdges } from './foundEdges.ts'

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
export class OntologyBuilder {
  readonly #file: string
  readonly #options: OntologyReaderOptions
  readonly #nodes = new Map<string, number>()
  readonly #ids: string[] = []
  readonly #declaredAt: number[] = [] // line + 1, 0 if it is not a term
  readonly #names: string[] = []
  readonly #synonyms = new Map<number, Set<string>>()
  readonly #alternatives: { readonly node: number; readonly id: string }[] = []
  readonly #retired = new Set<number>()
  readonly #excluded = new Set<number>()
  readonly #replacements = new Map<number, string>()
  readonly #edges = new FoundEdges()
  readonly #senses = new Map<string, readonly number[]>()
  readonly #ontologies: string[] = []
  readonly #imports: string[] = []

  constructor(file: string, options: OntologyReaderOptions = {}) {
    this.#file = file
    this.#options = options
  }

  /** The number of an id here, new when the id is. Naming an id does not make it a term: `declare` does. */
  node(id: string): number {
    let number = this.#nodes.get(id)
    if (number === undefined) {
      this.#nodes.set(id, (number = this.#ids.length))
      this.#ids.push(id)
      this.#declaredAt.push(0)
      this.#names.push('')
    }
    return number
  }

  /** False, and a problem, when the id is a term already. */
  declare(node: number, line = 0): boolean {
    const before = this.#declaredAt[node]
    if (before > 0) {
      const file = this.#file
      const first = { file, ...(before > 1 && { line: before - 1 }) }
      this.problem({ area: 'ontology', code: 'term-twice', at: { file, ...(line > 0 && { line }) }, id: this.#ids[node], first })
      return false
    }
    this.#declaredAt[node] = line + 1
    return true
  }

  isDeclared(node: number): boolean {
    return this.#declaredAt[node] > 0
  }

  name(node: number, name: string): void {
    this.#names[node] = name
  }

  synonym(node: number, text: string): void {
    const known = this.#synonyms.get(node)
    if (known === undefined) this.#synonyms.set(node, new Set([text]))
    else known.add(text)
  }

  alternativeId(node: number, id: string): void {
    this.#alternatives.push({ node, id })
  }

  retire(node: number): void {
    this.#retired.add(node)
  }

  replacedBy(node: number, id: string): void {
    if (!this.#replacements.has(node)) this.#replacements.set(node, id)
  }

  /** Takes back that a node is a term. */
  exclude(node: number): void {
    this.#excluded.add(node)
  }

  /** A term that was merged into another: its id stands for that one. */
  mergedInto(node: number, id: string): void {
    this.#excluded.add(node)
    this.#alternatives.push({ node: this.node(id), id: this.#ids[node] })
  }

  relation(id: string): number {
    return this.#edges.relation(id)
  }

  relationLabel(id: string, label: string): void {
    this.#edges.label(id, label)
  }

  edge(child: number, parent: number, relation: number, line = 0, weight = Number.NaN): void {
    this.#edges.add(child, parent, relation, line, weight)
  }

  sense(word: string, nodes: readonly number[]): void {
    this.#senses.set(word, nodes)
  }

  ontology(name: string): void {
    this.#ontologies.push(name)
  }

  import(name: string): void {
    this.#imports.push(name)
  }

  problem(problem: Problem): void {
    const { onProblem } = this.#options
    if (onProblem === undefined) throw new RankwrightError(problem)
    onProblem(problem)
  }

  finish(): Ontology {
    const { termOf, obsolete, ids, names } = this.#terms()
    const { onNote } = this.#options
    if (ids.length === 0) this.problem({ area: 'ontology', code: 'ontology-empty', at: { file: this.#file } })
    const everyNodeIsATerm = ids.length === this.#ids.length
    const indexOfId = everyNodeIsATerm ? this.#nodes : new Map(ids.map((id, term) => [id, term]))
    const alternativeIds = new Map<string, number>()
    for (const { node, id } of this.#alternatives) if (termOf[node] >= 0 && !indexOfId.has(id)) alternativeIds.set(id, termOf[node])
    const synonyms = new Map<number, readonly string[]>()
    for (const [node, texts] of this.#synonyms) if (termOf[node] >= 0) synonyms.set(termOf[node], [...texts])
    const senses = new Map<string, readonly number[]>()
    for (const [word, nodes] of this.#senses) {
      const terms = nodes.map((node) => termOf[node]).filter((term) => term >= 0)
      if (terms.length > 0) senses.set(word, terms)
    }
    return {
      file: this.#file,
      ids,
      names,
      synonyms,
      indexOfId,
      alternativeIds,
      obsolete,
      ...this.#edges.kept(termOf, onNote && ((edge) => onNote(this.#noteOn(edge)))),
      ...(senses.size > 0 && { senses }),
      ontologies: this.#ontologies,
      imports: this.#imports,
    }
  }

  /** The nodes that are terms, numbered in the order in which they were met, and the terms that are obsolete. */
  #terms() {
    const termOf = new Int32Array(this.#ids.length).fill(-1)
    const ids: string[] = []
    const names: string[] = []
    const obsolete: ObsoleteTerm[] = []
    for (const [node, id] of this.#ids.entries()) {
      if (this.#declaredAt[node] === 0 || this.#excluded.has(node)) continue
      const name = this.#names[node]
      if (this.#retired.has(node)) {
        const replacedBy = this.#replacements.get(node)
        obsolete.push({ id, name, ...(replacedBy !== undefined && { replacedBy }) })
        continue
      }
      termOf[node] = ids.length
      ids.push(id)
      names.push(name)
    }
    return { termOf, ids, names, obsolete }
  }

  #noteOn({ child, parent, relation, line }: EdgeLeftOut): Problem {
    const at = { file: this.#file, ...(line > 0 && { line }) }
    const found = { at, child: this.#ids[child], parent: this.#ids[parent], relation }
    return this.#retired.has(parent)
      ? { area: 'ontology', code: 'parent-obsolete', ...found }
      : { area: 'ontology', code: 'parent-not-there', ...found, imports: this.#imports }
  }
}
