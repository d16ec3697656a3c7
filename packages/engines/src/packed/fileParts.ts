import { join } from 'node:path'
import { type RankingLists, selectLists } from '@rankwright/core'
import { type AskedOf, combineParts, type OperationName, operationOf, type PartOf } from '@rankwright/core/runtime'
import type { FolderOnDemand } from '../folderOnDemand.ts'
import { inColumns } from '../parts/inColumns.ts'
import type { AboutLists, ChosenColumns, PackedParts } from '../parts/packedParts.ts'
import type { SectionThreads } from '../threads/sectionThreads.ts'
import { PackedFile } from './packedFile.ts'
import { packLists } from './packLists.ts'

/** What all parts of one file share. */
interface Shared {
  readonly threads: SectionThreads
  readonly folder: FolderOnDemand
}

/** What a packed file does not say of its lists. */
export interface KnownParts extends Pick<AboutLists, 'encoders' | 'grades' | 'sideColumns'> {
  readonly sorted?: true | undefined
}

/** The sections of a packed file, as parts that threads of this process answer for. */
export class FileParts implements PackedParts {
  readonly about: AboutLists
  readonly sizes: PackedParts['sizes']
  readonly sorted?: true
  readonly #file: PackedFile
  readonly #shared: Shared
  readonly #numbers = new WeakMap<object, number>()

  constructor(file: PackedFile, shared: Shared, { sorted, ...known }: KnownParts = {}) {
    const { sections, weighted: _, ...about } = file.directory
    this.about = { ...about, ...known }
    this.sizes = sections
    if (sorted) this.sorted = true
    this.#file = file
    this.#shared = shared
  }

  async run<Name extends OperationName>(name: Name, asked: AskedOf<Name>, columns?: ChosenColumns): Promise<readonly PartOf<Name>[]> {
    const { threads, folder } = this.#shared
    const { keeps, inAnyOrder } = operationOf(name)
    const question = { name, asked, columns }
    const keeping = keeps && join(await folder.path(), `kept-${this.#numberOf(columns)}`)
    let sum: PartOf<Name> | undefined
    const all = this.sizes.map(async (_, section) => {
      const parts = await threads.ask({ path: this.#file.path, section, question, ...(keeping && { keeping }) })
      if (!inAnyOrder) return parts
      sum = combineParts(name, sum === undefined ? parts : [sum, ...parts], asked) as unknown as PartOf<Name>
      return []
    })
    try {
      const parts = (await Promise.all(all)).flat()
      return sum === undefined ? parts : [sum]
    } catch (error) {
      threads.drop(error)
      await Promise.allSettled(all)
      throw error
    }
  }

  /** A number for these lists in these columns, which no other lists have. */
  #numberOf(columns: ChosenColumns | undefined): number {
    const key = columns ?? this
    const number = this.#numbers.get(key) ?? this.#shared.folder.next()
    this.#numbers.set(key, number)
    return number
  }

  async repack(chosen: Uint32Array | undefined, columns?: ChosenColumns): Promise<PackedParts> {
    const { folder } = this.#shared
    const path = join(await folder.path(), `${folder.next()}.packed`)
    await packLists(this.#chunks(chosen, columns), path)
    return new FileParts(folder.opened(new PackedFile(path)), this.#shared)
  }

  async close(): Promise<void> {
    this.#shared.threads.forget(this.#file.path)
    this.#shared.folder.remove(this.#file)
  }

  /** The chosen lists, section by section. */
  *#chunks(chosen: Uint32Array | undefined, columns: ChosenColumns | undefined): Generator<RankingLists> {
    for (const [number, { lists: count }] of this.sizes.entries()) {
      const first = this.#file.before[number].lists
      const own = chosen?.filter((list) => list >= first && list < first + count)
      if (own?.length === 0) continue
      const lists = inColumns(this.#file.section(number), columns)
      yield own === undefined
        ? lists
        : selectLists(
            lists,
            own.map((list) => list - first),
          )
    }
  }
}
