import type { Ontology } from '../structure/ontology.ts'
import { relationName } from '../structure/relationName.ts'

/** An edge whose parent is not a term. Terms are numbered as the reader met them. */
export interface EdgeLeftOut {
  readonly child: number
  readonly parent: number
  readonly relation: string
  /** 0 if it is not known. */
  readonly line: number
}

/** The edges that a reader finds, in any order, with their relations. */
export class FoundEdges {
  readonly #relations = new Map<string, number>()
  readonly #relationIds: string[] = []
  readonly #labels = new Map<string, string>()
  readonly #children: number[] = []
  readonly #parents: number[] = []
  readonly #kinds: number[] = []
  readonly #lines: number[] = []
  readonly #weights: number[] = []

  /** The number of a relation here, new when its id is. */
  relation(id: string): number {
    let number = this.#relations.get(id)
    if (number === undefined) {
      this.#relations.set(id, (number = this.#relationIds.length))
      this.#relationIds.push(id)
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

  /** The edges between terms that are there, each once. `termOf` gives the term of each node, −1 if it is none. */
  kept(termOf: Int32Array, onLeftOut?: (edge: EdgeLeftOut) => void): Pick<Ontology, 'relations' | 'edges'> {
    const { relationNames, nameOf } = this.#namedRelations()
    const chosen = this.#chosen(termOf, nameOf, onLeftOut)
    const edges = {
      children: chosen.map((edge) => termOf[this.#children[edge]]),
      parents: chosen.map((edge) => termOf[this.#parents[edge]]),
      relations: Uint16Array.from(chosen, (edge) => nameOf[this.#kinds[edge]]),
      weights: Float64Array.from(chosen, (edge) => this.#weights[edge]),
      lines: chosen.map((edge) => this.#lines[edge]),
    }
    const counts = new Uint32Array(relationNames.length)
    for (const relation of edges.relations) counts[relation]++
    return { relations: relationNames.map(({ name, id }, number) => ({ name, id, edges: counts[number] })), edges }
  }

  /** The numbers of the edges to keep: of several with the same ends and the same name, the first. */
  #chosen(termOf: Int32Array, nameOf: Uint16Array, onLeftOut?: (edge: EdgeLeftOut) => void): Uint32Array {
    const [children, parents, kinds] = [this.#children, this.#parents, this.#kinds]
    const chosen = new Uint32Array(children.length)
    let count = 0
    const lastOf = new Int32Array(termOf.length).fill(-1) // the edges of a child, as a list through `before`
    const before = new Int32Array(children.length)
    for (let edge = 0; edge < children.length; edge++) {
      const child = children[edge]
      const parent = parents[edge]
      if (termOf[child] < 0) continue
      if (termOf[parent] < 0) {
        onLeftOut?.({ child, parent, relation: this.#nameOf(kinds[edge]), line: this.#lines[edge] })
        continue
      }
      let same = lastOf[child]
      while (same >= 0 && !(parents[same] === parent && nameOf[kinds[same]] === nameOf[kinds[edge]])) same = before[same]
      if (same >= 0) continue
      before[edge] = lastOf[child]
      lastOf[child] = edge
      chosen[count++] = edge
    }
    return chosen.slice(0, count)
  }

  #nameOf(relation: number): string {
    const id = this.#relationIds[relation]
    return relationName(id, this.#labels.get(id))
  }

  /** Relations of one name are one relation. */
  #namedRelations(): { relationNames: { name: string; id: string }[]; nameOf: Uint16Array } {
    const relationNames: { name: string; id: string }[] = []
    const numberOf = new Map<string, number>()
    const nameOf = Uint16Array.from(this.#relationIds, (id, relation) => {
      const name = this.#nameOf(relation)
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
