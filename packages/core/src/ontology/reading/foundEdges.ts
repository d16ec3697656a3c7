import type { Ontology } from '../structure/ontology.ts'
import { relationName } from '../structure/relationName.ts'
import { type DefinedParent, newParents } from './definedParents.ts'

/** An edge whose parent is not a term. Terms are numbered as the reader met them. */
export interface EdgeLeftOut {
  readonly child: number
  readonly parent: number
  readonly relation: string
  /** 0 if it is not known. */
  readonly line: number
  /** Number of the file. */
  readonly file: number
}

export interface RelationTraits {
  /** It says the same in both directions, as `related` of SKOS does. */
  readonly symmetric?: boolean
  /** Its other end is often in another vocabulary: such edges are counted, not noted one by one. */
  readonly leadsElsewhere?: boolean
}

/** The edges that a reader finds, in any order, with their relations. */
export class FoundEdges {
  readonly #relations = new Map<string, number>()
  readonly #relationIds: string[] = []
  readonly #traits: RelationTraits[] = []
  readonly #labels = new Map<string, string>()
  readonly #children: number[] = []
  readonly #parents: number[] = []
  readonly #kinds: number[] = []
  readonly #lines: number[] = []
  readonly #weights: number[] = []
  /** The first edge of each file, and the files of those edges that come from definitions, which follow all others. */
  readonly #starts: number[] = []
  readonly #definedFiles = new Map<number, number>()
  readonly #definitions: DefinedParent[] = []

  startFile(file: number): void {
    this.#starts[file] = this.#children.length
  }

  /** The number of a relation here, new when its id is. */
  relation(id: string, traits: RelationTraits = {}): number {
    let number = this.#relations.get(id)
    if (number === undefined) {
      this.#relations.set(id, (number = this.#relationIds.length))
      this.#relationIds.push(id)
      this.#traits.push(traits)
    }
    return number
  }

  label(id: string, label: string): void {
    this.#labels.set(id, label)
  }

  add(child: number, parent: number, relation: number, line: number, weight: number): void {
    this.#children.push(child)
    this.#parents.push(parent)
    this.#kinds.push(relation)
    this.#lines.push(line)
    this.#weights.push(weight)
  }

  addDefinition(child: number, parent: number, line: number): void {
    this.#definitions.push({ child, parent, line, file: this.#starts.length - 1 })
  }

  /** The parents of logical definitions become edges is_a, but for those that are above the term by other edges already. */
  settleDefinitions(nodes: number): void {
    if (this.#definitions.length === 0) return
    const isA = this.relation('is_a')
    const asserted = this.#children.flatMap((child, edge) => (this.#kinds[edge] === isA ? [{ child, parent: this.#parents[edge] }] : []))
    for (const { child, parent, line, file } of newParents(asserted, this.#definitions, nodes)) {
      this.#definedFiles.set(this.#children.length, file)
      this.add(child, parent, isA, line, Number.NaN)
    }
    this.#definitions.length = 0
  }

  /** The edges between terms that are there, each once. `termOf` gives the term of each node, −1 if it is none. */
  kept(termOf: Int32Array, onLeftOut?: (edge: EdgeLeftOut) => void): Pick<Ontology, 'relations' | 'edges'> {
    const { relationNames, nameOf } = this.#namedRelations()
    const { chosen, elsewhere } = this.#chosen(termOf, nameOf, onLeftOut)
    const edges = {
      children: chosen.map((edge) => termOf[this.#children[edge]]),
      parents: chosen.map((edge) => termOf[this.#parents[edge]]),
      relations: Uint16Array.from(chosen, (edge) => nameOf[this.#kinds[edge]]),
      weights: Float64Array.from(chosen, (edge) => this.#weights[edge]),
      lines: chosen.map((edge) => this.#lines[edge]),
      files: this.#filesOf(chosen),
    }
    const counts = new Uint32Array(relationNames.length)
    for (const relation of edges.relations) counts[relation]++
    const relations = relationNames.map(({ name, id, symmetric }, number) => ({
      name,
      id,
      edges: counts[number],
      ...(symmetric === true && { symmetric }),
      ...(elsewhere[number] > 0 && { elsewhere: elsewhere[number] }),
    }))
    return { relations, edges }
  }

  /** The numbers of the edges to keep: of several with the same ends and the same name, the first. And how many lead elsewhere. */
  #chosen(termOf: Int32Array, nameOf: Uint16Array, onLeftOut?: (edge: EdgeLeftOut) => void) {
    const [children, parents, kinds] = [this.#children, this.#parents, this.#kinds]
    const chosen = new Uint32Array(children.length)
    let count = 0
    const elsewhere = new Uint32Array(this.#relationIds.length)
    const lastOf = new Int32Array(termOf.length).fill(-1) // the edges of a child, as a list through `before`
    const before = new Int32Array(children.length)
    for (let edge = 0; edge < children.length; edge++) {
      const kind = kinds[edge]
      const child = children[edge]
      const parent = parents[edge]
      if (termOf[child] < 0) {
        if (termOf[parent] >= 0 && this.#traits[kind].leadsElsewhere === true) elsewhere[nameOf[kind]]++
        continue
      }
      if (termOf[parent] < 0) {
        if (this.#traits[kind].leadsElsewhere === true) elsewhere[nameOf[kind]]++
        else onLeftOut?.({ child, parent, relation: this.#nameOf(kind), line: this.#lines[edge], file: this.#fileOf(edge) })
        continue
      }
      if (lastOf[child] >= 0 && this.#hasSame(lastOf[child], before, parent, nameOf[kind], nameOf)) continue
      if (this.#traits[kind].symmetric === true && this.#hasSame(lastOf[parent], before, child, nameOf[kind], nameOf)) continue
      before[edge] = lastOf[child]
      lastOf[child] = edge
      chosen[count++] = edge
    }
    return { chosen: chosen.slice(0, count), elsewhere }
  }

  /** Whether an edge of this name to this parent is in the list of edges that starts at `edge`. */
  #hasSame(edge: number, before: Int32Array, parent: number, name: number, nameOf: Uint16Array): boolean {
    let same = edge
    while (same >= 0 && !(this.#parents[same] === parent && nameOf[this.#kinds[same]] === name)) same = before[same]
    return same >= 0
  }

  #filesOf(edges: Uint32Array): Uint16Array {
    const files = new Uint16Array(edges.length)
    if (this.#starts.length > 1) for (const [at, edge] of edges.entries()) files[at] = this.#fileOf(edge)
    return files
  }

  #fileOf(edge: number): number {
    const defined = this.#definedFiles.get(edge)
    if (defined !== undefined) return defined
    let file = this.#starts.length - 1
    while (file > 0 && this.#starts[file] > edge) file--
    return file
  }

  #nameOf(relation: number): string {
    const id = this.#relationIds[relation]
    return relationName(id, this.#labels.get(id))
  }

  /** Relations of one name are one relation. */
  #namedRelations() {
    const relationNames: { name: string; id: string; symmetric?: boolean }[] = []
    const numberOf = new Map<string, number>()
    const nameOf = Uint16Array.from(this.#relationIds, (id, relation) => {
      const name = this.#nameOf(relation)
      let number = numberOf.get(name)
      if (number === undefined) {
        numberOf.set(name, (number = relationNames.length))
        const { symmetric } = this.#traits[relation]
        relationNames.push({ name, id, ...(symmetric === true && { symmetric }) })
      }
      return number
    })
    return { relationNames, nameOf }
  }
}
