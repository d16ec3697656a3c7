import type { Problem } from '../../problems/problem.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { ObsoleteTerm, Ontology } from '../structure/ontology.ts'
import { type EdgeLeftOut, FoundEdges, type RelationTraits } from './foundEdges.ts'
import { IdTable } from './idTable.ts'
import { importsNotGiven } from './importsNotGiven.ts'
import { readerOptions } from './readerShapes.ts'

export interface OntologyReaderOptions {
  /** Called with every fault, which is then skipped; without it the first fault is thrown. */
  readonly onProblem?: (problem: Problem) => void
  /** Called with what was left out although nothing is broken: edges to terms that are missing or obsolete, imports that are not given. */
  readonly onNote?: (note: Problem) => void
  /** Definitions are kept, too. They take more memory than everything else. */
  readonly definitions?: boolean
  /** Where to put what is read, so that several files make one ontology. */
  readonly into?: OntologyBuilder
}

/** Reads an ontology as its bytes come. */
export interface OntologyParser {
  push(chunk: Uint8Array): void
  /** The file is at its end; others may follow into the same builder. */
  end(): void
  /** The file is at its end, and so is the ontology. */
  finish(): Ontology
}

/** A line and the file it is in are one number: the file counts this much. */
const files = 2 ** 32

/** For several files that make one ontology: give it to their readers as `into`, the file that imports the others first. */
export function ontologyBuilder(options: Omit<OntologyReaderOptions, 'into'> = {}): OntologyBuilder {
  readerOptions('options', options)
  return new OntologyBuilder(options)
}

/** The builder that the options name, or a new one; from now on it reads this file. */
export function builderFor(file: string, options: OntologyReaderOptions): OntologyBuilder {
  const builder = options.into ?? new OntologyBuilder(options)
  builder.startFile(file)
  return builder
}

/** Gathers what readers find in one file or several, in any order: edges may come before their terms. */
export class OntologyBuilder {
  readonly keepsDefinitions: boolean
  readonly #options: OntologyReaderOptions
  readonly #files: string[] = []
  readonly #ids = new IdTable()
  readonly #declaredAt: number[] = [] // line + 1, and the number of the file times 2³²; 0 if it is not a term
  /** Nodes in the order of their rows. A node may stand here twice: only the place in `#placeOf` counts. */
  readonly #placed: number[] = []
  readonly #placeOf: number[] = [] // twice the place, and 1 more for a row of its own; −1 if there is none yet
  readonly #names: string[] = []
  readonly #definitions = new Map<number, string>()
  readonly #synonyms = new Map<number, string[]>()
  readonly #alternatives: { readonly node: number; readonly id: string }[] = []
  readonly #retired = new Set<number>()
  readonly #excluded = new Set<number>()
  readonly #replacements = new Map<number, string>()
  readonly #edges = new FoundEdges()
  readonly #senses = new Map<string, readonly number[]>()
  readonly #ontologies: string[] = []
  readonly #imports: string[] = []
  /** Of each file: its first new node, its first name of an ontology, and a file that it shares a node with, in the end that of its group. */
  readonly #firstNodes: number[] = []
  readonly #firstOntologies: number[] = []
  readonly #joined: number[] = []
  /** Nodes before this one are of earlier files. */
  #firstNode = 0

  constructor(options: OntologyReaderOptions = {}) {
    this.#options = options
    this.keepsDefinitions = options.definitions === true
  }

  startFile(file: string): void {
    this.#files.push(file)
    this.#firstNode = this.#names.length
    this.#firstNodes.push(this.#firstNode)
    this.#firstOntologies.push(this.#ontologies.length)
    this.#joined.push(this.#current)
    this.#edges.startFile(this.#files.length - 1)
  }

  /** The number of an id here, new when the id is. Naming an id does not make it a term: `declare` does. */
  node(id: string): number {
    const number = this.#ids.find(id)
    if (number < 0) return this.#newNode(id)
    if (number < this.#firstNode) this.#join(number)
    return number
  }

  /** The same of an id as it stands in a file; −1 if it is new, and if it has an escape or letters beyond ASCII: then ask for its text. */
  knownNode(bytes: Uint8Array, start: number, end: number): number {
    const number = this.#ids.findBytes(bytes, start, end)
    if (number >= 0 && number < this.#firstNode) this.#join(number)
    return number
  }

  /** This file names a node of an earlier one. */
  #join(node: number): void {
    const other = this.#firstNodes.findLastIndex((first) => first <= node)
    this.#joined[this.#groupOf(this.#current)] = this.#groupOf(other)
  }

  #groupOf(file: number): number {
    let group = file
    while (this.#joined[group] !== group) group = this.#joined[group]
    return group
  }

  #newNode(id: string): number {
    this.#declaredAt.push(0)
    this.#placeOf.push(-1)
    this.#names.push('')
    return this.#ids.add(id)
  }

  /** A term in the place where its stanza starts. False, and a problem, when this file has it already; another file may add to it. */
  declare(node: number, line = 0): boolean {
    const before = this.#declaredAt[node]
    if (before > 0 && this.#isFrom(before)) {
      const file = this.#files[this.#current]
      const first = { file, ...(before % files > 1 && { line: (before % files) - 1 }) }
      this.problem({ area: 'ontology', code: 'term-twice', at: { file, ...(line > 0 && { line }) }, id: this.#ids.texts[node], first })
      return false
    }
    this.ownRow(node)
    if (before === 0) this.#declaredAt[node] = this.#current * files + line + 1
    return true
  }

  /** Where a term is there by being mentioned. It stands here until a row of its own comes. */
  mention(node: number): void {
    if (this.#placeOf[node] < 0) {
      this.#placeOf[node] = 2 * this.#placed.length
      this.#placed.push(node)
    }
    if (this.#declaredAt[node] === 0) this.#declaredAt[node] = this.#current * files + 1
  }

  /** A row, stanza or statement about the node itself. Its first one says where the node stands among the others. */
  ownRow(node: number): void {
    const place = this.#placeOf[node]
    if (place >= 0 && place % 2 === 1) return
    this.#placeOf[node] = 2 * this.#placed.length + 1
    this.#placed.push(node)
  }

  get #current(): number {
    return this.#files.length - 1
  }

  #isFrom(declaredAt: number): boolean {
    return Math.floor(declaredAt / files) === this.#current
  }

  /** What the first file calls it stands. */
  name(node: number, name: string): void {
    if (this.#names[node] === '' || this.#isFrom(this.#declaredAt[node])) this.#names[node] = name
  }

  definition(node: number, text: string): void {
    if (!this.#definitions.has(node)) this.#definitions.set(node, text)
  }

  synonym(node: number, text: string): void {
    const known = this.#synonyms.get(node)
    if (known === undefined) this.#synonyms.set(node, [text])
    else known.push(text)
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
    this.#alternatives.push({ node: this.node(id), id: this.#ids.texts[node] })
  }

  relation(id: string, traits?: RelationTraits): number {
    return this.#edges.relation(id, traits)
  }

  relationLabel(id: string, label: string): void {
    this.#edges.label(id, label)
  }

  edge(child: number, parent: number, relation: number, line = 0, weight = Number.NaN): void {
    this.#edges.add(child, parent, relation, line, weight)
  }

  /** A logical definition names a parent. It becomes an edge is_a unless the other edges say so already. */
  definedBy(child: number, parent: number, line = 0): void {
    this.#edges.addDefinition(child, parent, line)
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
    const file = this.#files[0] ?? ''
    if (ids.length === 0) this.problem({ area: 'ontology', code: 'ontology-empty', at: { file } })
    const indexOfId = new Map<string, number>()
    for (let term = 0; term < ids.length; term++) indexOfId.set(ids[term], term)
    const alternativeIds = new Map<string, number>()
    for (const { node, id } of this.#alternatives) if (termOf[node] >= 0 && !indexOfId.has(id)) alternativeIds.set(id, termOf[node])
    const synonyms = new Map<number, readonly string[]>()
    for (const [node, texts] of this.#synonyms)
      if (termOf[node] >= 0) synonyms.set(termOf[node], texts.length === 1 ? texts : [...new Set(texts)])
    const definitions = new Map<number, string>()
    for (const [node, text] of this.#definitions) if (termOf[node] >= 0) definitions.set(termOf[node], text)
    const senses = new Map<string, readonly number[]>()
    for (const [word, nodes] of this.#senses) {
      const terms = nodes.map((node) => termOf[node]).filter((term) => term >= 0)
      if (terms.length > 0) senses.set(word, terms)
    }
    this.#edges.settleDefinitions(this.#ids.texts.length)
    const imports = importsNotGiven(this.#imports, this.#ontologies, this.#files)
    if (imports.length > 0) onNote?.({ area: 'ontology', code: 'imports-not-given', at: { file }, imports })
    if (onNote !== undefined) for (const note of this.#unrelatedFiles(termOf)) onNote(note)
    return {
      file,
      files: this.#files,
      ids,
      names,
      synonyms,
      indexOfId,
      alternativeIds,
      obsolete,
      ...this.#edges.kept(termOf, onNote && ((edge) => onNote(this.#noteOn(edge, imports)))),
      ...(senses.size > 0 && { senses }),
      ...(this.keepsDefinitions && { definitions }),
      ontologies: this.#ontologies,
      imports,
    }
  }

  /** The files that add terms, although no file says that it imports them, and none of their terms is named in the first file or in one that goes with it. */
  *#unrelatedFiles(termOf: Int32Array): Generator<Problem> {
    for (const [number, file] of this.#files.entries()) {
      if (this.#groupOf(number) === this.#groupOf(0)) continue
      const ontologies = this.#ontologies.slice(this.#firstOntologies[number], this.#firstOntologies[number + 1])
      const isImport = importsNotGiven(this.#imports, ontologies, [file]).length < new Set(this.#imports).size
      const terms = termOf
        .subarray(this.#firstNodes[number], this.#firstNodes[number + 1])
        .reduce((sum, term) => sum + Number(term >= 0), 0)
      if (!isImport && terms > 0) yield { area: 'ontology', code: 'import-unrelated', at: { file }, terms, to: this.#files[0] }
    }
  }

  /** The nodes that are terms, numbered in the order of their rows, and the terms that are obsolete. */
  #terms() {
    const termOf = new Int32Array(this.#ids.texts.length).fill(-1)
    const ids: string[] = []
    const names: string[] = []
    const obsolete: ObsoleteTerm[] = []
    for (let place = 0; place < this.#placed.length; place++) {
      const node = this.#placed[place]
      if (this.#placeOf[node] >>> 1 !== place || this.#declaredAt[node] === 0 || this.#excluded.has(node)) continue
      const id = this.#ids.texts[node]
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

  #noteOn({ child, parent, relation, line, file }: EdgeLeftOut, imports: readonly string[]): Problem {
    const at = { file: this.#files[file], ...(line > 0 && { line }) }
    const found = { at, child: this.#ids.texts[child], parent: this.#ids.texts[parent], relation }
    return this.#retired.has(parent)
      ? { area: 'ontology', code: 'parent-obsolete', ...found }
      : { area: 'ontology', code: 'parent-not-there', ...found, imports }
  }
}
