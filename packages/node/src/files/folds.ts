import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RankingLists, RankwrightError, type StopFlag, selectLists } from '@rankwright/core'
import { endingOf, foldsOf, joined, letorFoldLayout, type ReadListsOptions, type WrittenFormat } from '@rankwright/core/data'
import { keepTrack } from './atomicFile.ts'
import { fileFailure } from './fileFailure.ts'
import { readLists } from './readLists.ts'
import { writeLists } from './writeLists.ts'

/** Names that the LETOR collections give to the parts of a fold. */
const partNames = {
  train: ['train', 'trainingset'],
  vali: ['vali', 'valid', 'validation', 'validationset'],
  test: ['test', 'testset'],
} as const

type Part = keyof typeof partNames

export interface FoldFiles {
  /** Fold1, Fold2 … */
  readonly name: string
  readonly train: string
  readonly vali?: string
  readonly test: string
}

export interface FoldLists {
  readonly name: string
  readonly train: RankingLists
  readonly vali?: RankingLists
  readonly test: RankingLists
}

/** The files of a folder laid out as Fold1/train.txt, Fold1/vali.txt, Fold1/test.txt, Fold2/… in any format, compressed or not. */
export async function findFolds(folder: string): Promise<FoldFiles[]> {
  const none = new RankwrightError({ area: 'data', code: 'no-folds', at: { file: folder } })
  try {
    const names = (await readdir(folder)).filter((name) => /^fold\d+$/i.test(name))
    const numbered = names.sort((a, b) => Number(a.slice(4)) - Number(b.slice(4)))
    const folds: FoldFiles[] = []
    for (const name of numbered) {
      const files = await readdir(join(folder, name))
      const path = (part: Part) => {
        const file = files.sort().find((each) => (partNames[part] as readonly string[]).includes(each.split('.')[0].toLowerCase()))
        return file && join(folder, name, file)
      }
      const [train, vali, test] = [path('train'), path('vali'), path('test')]
      if (train === undefined || test === undefined)
        throw new RankwrightError({ area: 'data', code: 'no-folds', at: { file: join(folder, name) } })
      folds.push({ name, train, ...(vali !== undefined && { vali }), test })
    }
    if (folds.length === 0) throw none
    return folds
  } catch (error) {
    throw fileFailure('cannot-read', folder, error)
  }
}

/** Reads the folds of a folder one after the other, so that one is held at a time. */
export async function* readFolds(folder: string, options: ReadListsOptions = {}): AsyncGenerator<FoldLists> {
  for (const { name, train, vali, test } of await findFolds(folder)) {
    yield {
      name,
      train: await readLists(train, options),
      ...(vali !== undefined && { vali: await readLists(vali, options) }),
      test: await readLists(test, options),
    }
  }
}

export interface WriteFoldsOptions {
  readonly folds?: number
  readonly seed?: number
  readonly format?: WrittenFormat
  readonly stop?: StopFlag
}

/**
 * Writes query-aware folds as Fold1/train.txt … into a folder. With two folds there is nothing left to validate on, so vali is left
 * out. All files are written under a temporary name first and moved into place together.
 */
export async function writeFolds(lists: RankingLists, folder: string, options: WriteFoldsOptions = {}): Promise<FoldFiles[]> {
  const { folds = 5, seed, format = 'letor', stop } = options
  const parts = foldsOf(lists, folds, seed === undefined ? {} : { seed })
  const extension = endingOf(format)
  const names: Part[] = folds > 2 ? ['train', 'vali', 'test'] : ['train', 'test']
  const staging = join(folder, `.folds.${randomBytes(6).toString('hex')}.tmp`)
  const forget = keepTrack(staging)
  let created: string | undefined
  let keepFolder = () => {}
  try {
    created = await mkdir(folder, { recursive: true })
    if (created !== undefined) keepFolder = keepTrack(created)
    const layout = folds > 2 ? letorFoldLayout(folds) : [0, 1].map((test) => ({ train: [1 - test], vali: -1, test }))
    for (const [index, fold] of layout.entries()) {
      await mkdir(join(staging, `Fold${index + 1}`), { recursive: true })
      for (const name of names) {
        const chosen = [fold[name]].flat().map((part) => parts[part])
        await writeLists(selectLists(lists, joined(chosen)), join(staging, `Fold${index + 1}`, `${name}.${extension}`), { format, stop })
      }
    }
    keepFolder()
    const written: FoldFiles[] = []
    for (const index of layout.keys()) {
      const name = `Fold${index + 1}`
      await mkdir(join(folder, name), { recursive: true })
      const path = (part: Part) => join(folder, name, `${part}.${extension}`)
      for (const part of names) await rename(join(staging, name, `${part}.${extension}`), path(part))
      written.push({ name, train: path('train'), ...(folds > 2 && { vali: path('vali') }), test: path('test') })
    }
    return written
  } catch (error) {
    if (created !== undefined) await rm(created, { recursive: true, force: true })
    throw fileFailure('cannot-write', folder, error)
  } finally {
    await rm(staging, { recursive: true, force: true })
    forget()
    keepFolder()
  }
}
