import { RankwrightError } from '../../problems/problem.ts'
import type { TablePlace } from '../../problems/tableProblem.ts'
import type { RowGathering } from './listByList.ts'
import type { RankingLists } from './rankingLists.ts'
import { type Finishing, RowStore } from './rowStore.ts'

/** What a list id that stands in two files means. */
export const sameListsChoices = ['refuse', 'join', 'apart'] as const
export type SameLists = (typeof sameListsChoices)[number]

/** The lists of several files. */
export interface JoinedLists {
  /** Their ids are those in the files: with `apart`, several lists may have the same one. */
  readonly lists: RankingLists
  /** The ids that tell all lists apart: those that stand in several files begin with the name of the file. */
  readonly ids: readonly string[]
}

/**
 * Where the rows of several files gather as if the files were one: every row goes straight to the same store, so that nothing is copied
 * when the next file begins.
 */
export class JoinedRows {
  readonly #store = new RowStore()
  readonly #sameLists: SameLists
  /** Of each list: its id, the file it begins in, and where. */
  readonly #ids: string[] = []
  readonly #files: FileRows[] = []
  readonly #begins: TablePlace[] = []
  readonly #weights = new Map<string, number>()
  #opened = 0

  constructor(sameLists: SameLists) {
    this.#sameLists = sameLists
  }

  /** Where the rows of the next file go. `bytesAfter`: what the files after it have, for each byte that it has itself. */
  open(name: string, bytesAfter = 0): FileRows {
    const number = this.#opened++
    return new FileRows(
      name,
      this.#store,
      (file, id) => this.#listNumber(file, number, id),
      (weights) => this.#takeWeights(name, weights),
      bytesAfter,
    )
  }

  /** To be called once, after the last file. */
  finish(extra: Finishing = {}): JoinedLists {
    const weights = this.#weights.size > 0 ? { listWeights: this.#weights } : {}
    const lists = this.#store.finish({ ...extra, ...weights })
    return { lists: { ...lists, listIds: this.#ids }, ids: this.#namedApart() }
  }

  #listNumber(file: FileRows, number: number, id: string): number {
    const list = this.#store.listNumber(this.#sameLists === 'apart' ? `${number}\0${id}` : id)
    if (list === this.#ids.length) {
      this.#ids.push(id)
      this.#files.push(file)
      this.#begins.push(file.place())
    } else if (this.#sameLists === 'refuse' && this.#files[list] !== file)
      throw new RankwrightError({ area: 'data', code: 'list-in-two-files', at: file.place(), list: id, first: this.#begins[list] })
    return list
  }

  #takeWeights(file: string, weights: ReadonlyMap<string, number>): void {
    for (const [key, found] of weights) {
      const first = this.#weights.get(key)
      const list = this.#ids[this.#store.listNumber(key)]
      if (first !== undefined && first !== found)
        throw new RankwrightError({ area: 'data', code: 'weights-differ-in-list', at: { file }, list, found, first })
      this.#weights.set(key, found)
    }
  }

  #namedApart(): readonly string[] {
    const times = new Map<string, number>()
    for (const id of this.#ids) times.set(id, (times.get(id) ?? 0) + 1)
    return this.#ids.map((id, list) => (times.get(id) === 1 ? id : `${this.#files[list].name}:${id}`))
  }
}

/** The rows of one of several files. */
export class FileRows implements RowGathering {
  /** What the file is called. */
  readonly name: string
  /** Where the row stands that is being read. */
  place: () => TablePlace
  readonly #store: RowStore
  readonly #listNumber: (file: FileRows, id: string) => number
  readonly #takeWeights: (weights: ReadonlyMap<string, number>) => void
  readonly #bytesAfter: number
  readonly #rowsBefore: number

  constructor(
    name: string,
    store: RowStore,
    listNumber: (file: FileRows, id: string) => number,
    takeWeights: (weights: ReadonlyMap<string, number>) => void,
    bytesAfter: number,
  ) {
    this.name = name
    this.place = () => ({ file: name })
    this.#store = store
    this.#listNumber = listNumber
    this.#takeWeights = takeWeights
    this.#bytesAfter = bytesAfter
    this.#rowsBefore = store.rows
  }

  get rows(): number {
    return this.#store.rows - this.#rowsBefore
  }

  get listIds(): readonly string[] {
    return this.#store.listIds
  }

  get expectedRows(): () => number {
    return this.#store.expectedRows
  }

  /** The rows of this file; those of the others are reckoned with. */
  set expectedRows(rows: () => number) {
    this.#store.expectedRows = () => this.#rowsBefore + rows() * (1 + this.#bytesAfter)
  }

  listNumber(id: string): number {
    return this.#listNumber(this, id)
  }

  add(...row: Parameters<RowStore['add']>): void {
    this.#store.add(...row)
  }

  addDense(...row: Parameters<RowStore['addDense']>): void {
    this.#store.addDense(...row)
  }

  /** The rows stay in the store. */
  finish({ listWeights }: Finishing = {}): RankingLists {
    if (listWeights !== undefined) this.#takeWeights(listWeights)
    return new RowStore().finish()
  }
}
