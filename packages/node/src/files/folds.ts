import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type RankingLists, RankwrightError, selectLists } from '@rankwright/core'
import {
  callback,
  count,
  number,
  oneOf,
  options as optionsShape,
  readListsShapes,
  requireArguments,
  requireLists,
  type ShapesOf,
} from '@rankwright/core/arguments'
import {
  endingOf,
  foldsApart,
  joined,
  letorFoldLayout,
  type ReadListsOptions,
  type WrittenFormat,
  writtenFormats,
} from '@rankwright/core/data'
import { settled } from '../outputs/commit.ts'
import { codeOf, diskOperations } from '../outputs/fileOperations.ts'
import type { OutputContent } from '../outputs/outputKinds.ts'
import { filePath, outputContent, writeShapes } from '../outputs/outputShapes.ts'
import { type OutputFolder, openOutputs } from '../outputs/outputs.ts'
import type { WriteOptions } from '../outputs/writePieces.ts'
import { fileFailure } from './fileFailure.ts'
import { readLists } from './readLists.ts'
import { contentOf, listPieces } from './writeLists.ts'

/** Names that the LETOR collections give to the parts of a fold. */
const partNames = {
  train: ['train', 'trainingset'],
  vali: ['vali', 'valid', 'validation', 'validationset'],
  test: ['test', 'testset'],
} as const

type Part = keyof typeof partNames

export const foldParts: readonly Part[] = ['train', 'vali', 'test']

/** The file of a fold that holds a part of it, among the names in its folder. */
export function partOfFold(names: readonly string[], part: Part): string | undefined {
  return [...names].sort().find((each) => (partNames[part] as readonly string[]).includes(each.split('.')[0].toLowerCase()))
}

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
  filePath('folder', folder)
  const none = new RankwrightError({ area: 'data', code: 'no-folds', at: { file: folder } })
  try {
    await settled(diskOperations, join(folder, basename(resolve(folder))))
    const names = (await readdir(folder)).filter((name) => /^fold\d+$/i.test(name))
    const numbered = names.sort((a, b) => Number(a.slice(4)) - Number(b.slice(4)))
    const folds: FoldFiles[] = []
    for (const name of numbered) {
      const files = await readdir(join(folder, name))
      const path = (part: Part) => {
        const file = partOfFold(files, part)
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
  optionsShape(readListsShapes)('options', options)
  for (const { name, train, vali, test } of await findFolds(folder)) {
    yield {
      name,
      train: await readLists(train, options),
      ...(vali !== undefined && { vali: await readLists(vali, options) }),
      test: await readLists(test, options),
    }
  }
}

export interface WriteFoldsOptions extends WriteOptions {
  readonly folds?: number
  readonly seed?: number
  readonly format?: WrittenFormat
  /** What the files hold, where the columns of tables have names of their own. */
  readonly holds?: OutputContent
  /** Called before every fold with how many are written. */
  readonly onFold?: (done: number) => void
}

const shapes: ShapesOf<WriteFoldsOptions> = {
  ...writeShapes,
  folds: number({ whole: true, atLeast: 2, atMost: 1e6 }),
  seed: count(),
  format: oneOf(...writtenFormats),
  holds: outputContent,
  onFold: callback,
}
const takesOptions = optionsShape(shapes)

/**
 * The files that `writeFolds` makes in a folder. Throws when the folder holds folds of another number or format, which would be mixed with
 * these; with `force` they go.
 */
export async function foldsOutput(folder: string, options: WriteFoldsOptions = {}): Promise<OutputFolder> {
  requireArguments({ folder, options }, { folder: filePath, options: takesOptions })
  const { folds = 5, format = 'letor', force = false, holds = 'data' } = options
  const names = Array.from({ length: folds }, (_, index) => partsOf(folds).map((part) => partFile(index, part, format))).flat()
  const found = await foldFilesIn(folder)
  const others = found.filter((name) => !names.includes(name))
  if (force !== true && found.length > 0 && (others.length > 0 || found.length < names.length))
    throw new RankwrightError({ area: 'data', code: 'other-folds-there', at: { file: folder }, found: others.length > 0 ? others : found })
  return { folder, files: names.map((name) => ({ name, holds })), goes: others }
}

/**
 * Writes query-aware folds as Fold1/train.txt … into a folder. With two folds there is nothing left to validate on, so vali is left
 * out. All files appear together. What else is in the folder stays.
 */
export async function writeFolds(lists: RankingLists, folder: string, options: WriteFoldsOptions = {}): Promise<FoldFiles[]> {
  requireArguments({ lists, folder, options }, { lists: requireLists, folder: filePath, options: takesOptions })
  const { folds = 5, seed, format = 'letor', stop, force } = options
  const parts = foldsApart(lists, folds, seed === undefined ? {} : { seed })
  const outputs =
    options.outputs ??
    (await openOutputs([await foldsOutput(folder, { holds: contentOf(lists), ...options })], force === undefined ? {} : { force }))
  try {
    const layout = folds > 2 ? letorFoldLayout(folds) : [0, 1].map((test) => ({ train: [1 - test], vali: -1, test }))
    const written: FoldFiles[] = []
    for (const [index, fold] of layout.entries()) {
      options.onFold?.(index)
      for (const part of partsOf(folds)) {
        const chosen = [fold[part]].flat().map((each) => parts[each])
        const pieces = await listPieces(selectLists(lists, joined(chosen)), format)
        await outputs.writeIn(folder, partFile(index, part, format), pieces, stop)
      }
      const path = (part: Part) => join(folder, partFile(index, part, format))
      written.push({ name: `Fold${index + 1}`, train: path('train'), ...(folds > 2 && { vali: path('vali') }), test: path('test') })
    }
    if (options.outputs === undefined) await outputs.commit()
    return written
  } finally {
    if (options.outputs === undefined) outputs.discard()
  }
}

function partsOf(folds: number): readonly Part[] {
  return folds > 2 ? ['train', 'vali', 'test'] : ['train', 'test']
}

function partFile(index: number, part: Part, format: WrittenFormat): string {
  return `Fold${index + 1}/${part}.${endingOf(format)}`
}

/** All files in a folder that `findFolds` may take for parts of folds. */
async function foldFilesIn(folder: string): Promise<string[]> {
  const known: readonly string[] = Object.values(partNames).flat()
  const found: string[] = []
  for (const name of await namesIn(folder)) {
    if (!/^fold\d+$/i.test(name)) continue
    for (const file of await namesIn(join(folder, name))) {
      if (known.includes(file.split('.')[0].toLowerCase())) found.push(`${name}/${file}`)
    }
  }
  return found.sort()
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return []
    throw fileFailure('cannot-read', folder, error)
  }
}
