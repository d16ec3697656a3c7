/**
 * Where rows gather when lists are wanted one by one, as the rows come: a list is complete when a row of another one begins, and
 * is handed over then. Only the current list is kept. A list that comes again is another list of the same name; see labelsArriving.ts too.
 */
import { requireText } from '../../arguments/requireKind.ts'
import { LabelsArriving } from './labelsArriving.ts'
import type { RankingLists } from './rankingLists.ts'
import { type Finishing, RowStore } from './rowStore.ts'

/** The id of a list of one of several streams, and back. No text in a table holds a NUL character. */
export function keyedList(key: string, list: string): string {
  return `${key}\0${list}`
}

export function keyOfList(id: string): { readonly key: string | undefined; readonly list: string } {
  requireText('id', id)
  const cut = id.indexOf('\0')
  return cut < 0 ? { key: undefined, list: id } : { key: id.slice(0, cut), list: id.slice(cut + 1) }
}

/** What a reader asks of the place where rows gather. */
export type RowGathering = Pick<RowStore, 'expectedRows' | 'rows' | 'listIds' | 'listNumber' | 'add' | 'addDense' | 'finish'>

export class ListByList implements RowGathering {
  /** Not looked at: a list is small. */
  expectedRows: () => number = () => 0
  readonly #onList: (lists: RankingLists) => void
  #finishing: () => Finishing
  #current = new RowStore()
  readonly #labels = new LabelsArriving()
  #id = ''
  #before = 0

  /** `finishing` gives what else is known of the rows, names and width, whenever a list is complete. */
  constructor(onList: (lists: RankingLists) => void, finishing: () => Finishing = () => ({})) {
    this.#onList = onList
    this.#finishing = finishing
  }

  get rows(): number {
    return this.#before + this.#current.rows
  }

  get listIds(): readonly string[] {
    return this.#current.listIds
  }

  /** There is one list at a time. */
  listNumber(id: string): number {
    if (id !== this.#id) this.flush()
    this.#id = id
    return 0
  }

  add(...row: Parameters<RowStore['add']>): void {
    this.#begin(row[1])
    this.#current.add(...row)
  }

  addDense(...row: Parameters<RowStore['addDense']>): void {
    this.#begin(row[1])
    this.#current.addDense(...row)
  }

  #begin(label: number): void {
    if (!this.#labels.begins(this.#id, label)) return
    this.#handOver()
    this.#current.listNumber(this.#id)
  }

  /** Hands over the current list, if it has rows. */
  flush(): void {
    this.#labels.end()
    this.#handOver()
  }

  #handOver(): void {
    const complete = this.#current
    this.#current = new RowStore()
    if (complete.rows === 0) return
    this.#before += complete.rows
    this.#onList(complete.finish(this.#finishing()))
  }

  /** Hands over the last list; there is nothing else to give. */
  finish(extra?: Finishing): RankingLists {
    this.flush()
    return new RowStore().finish(extra)
  }
}
