/** The folds of the data sets of an experiment, read one after the other. */
import { explain, type Problem, type RankingLists, RankwrightError, selectLists } from '@rankwright/core'
import { foldsApart, joined, type KeptColumn, type ReadListsOptions } from '@rankwright/core/data'
import { type ExperimentData, refittedParts, timeFolds } from '@rankwright/core/experiments'
import { tableOptions } from '@rankwright/core/options'
import { findFolds } from '../files/folds.ts'
import { readLists } from '../files/readLists.ts'

export interface OpenFold {
  readonly name: string
  readonly train: RankingLists
  readonly valid?: RankingLists
  readonly test: RankingLists
  readonly notes: readonly string[]
}

/** How many folds a data set has, without reading its lists. */
export async function foldCount({ split }: ExperimentData): Promise<number> {
  switch (split.kind) {
    case 'folds':
      return split.folds
    case 'folders':
      return (await findFolds(split.folder)).length
    case 'files':
      return 1
    case 'time':
      return split.at.length
  }
}

export type ReadingListener = (file: string, done: number, total: number | undefined) => void

export async function* openFolds({ split, read }: ExperimentData, seed: number, onRead: ReadingListener): AsyncGenerator<OpenFold> {
  switch (split.kind) {
    case 'folds': {
      const { lists, notes } = await readOne(split.file, read, onRead)
      const parts = foldsApart(lists, split.folds, { seed })
      for (const [place, test] of parts.entries()) {
        const train = joined(parts.filter((part) => part !== test))
        yield { name: `Fold${place + 1}`, ...refittedParts(selectLists(lists, train), selectLists(lists, test)), notes }
      }
      return
    }
    case 'folders':
      for (const { name, train, vali, test } of await findFolds(split.folder))
        yield { name, ...(await readTogether({ train, ...(vali !== undefined && { valid: vali }), test }, read, onRead)) }
      return
    case 'files': {
      const { train, valid, test } = split
      yield { name: 'test', ...(await readTogether({ train, ...(valid !== undefined && { valid }), test }, read, onRead)) }
      return
    }
    case 'time': {
      const { lists, notes, kept } = await readWithTime(split.file, split.column, read, onRead)
      for (const { name, train, test, across } of timeFolds(lists, { file: split.file, ...kept }, split.at)) {
        const lie =
          across === 1
            ? '1 list has rows on both sides of a point in time. It is'
            : `${across} lists have rows on both sides of a point in time. They are`
        const said = across === 0 ? [] : [`${name}: ${lie} in neither part.`]
        yield { name, ...refittedParts(selectLists(lists, train), selectLists(lists, test)), notes: [...notes, ...said] }
      }
    }
  }
}

/** Validation and test files are read as the training file was. */
async function readTogether(
  files: { readonly train: string; readonly valid?: string; readonly test: string },
  read: ExperimentData['read'],
  onRead: ReadingListener,
): Promise<Omit<OpenFold, 'name'>> {
  const { lists: train, notes } = await readOne(files.train, read, onRead)
  const { encoders, grades, sideColumns } = train
  const isTable = (option: string) => Object.hasOwn(tableOptions, option)
  const isRead = (option: string) =>
    option === 'grades' || (sideColumns && ['weight', 'position'].includes(option)) || (encoders !== undefined && isTable(option))
  const others = Object.fromEntries(Object.entries(read).filter(([option]) => !isRead(option)))
  const same: ReadListsOptions = {
    ...others,
    ...(encoders ? { encoders } : { encode: false }),
    ...(grades && { grades }),
    ...(sideColumns && { sideColumns }),
  }
  const valid = files.valid === undefined ? undefined : await readOne(files.valid, same, onRead)
  const test = await readOne(files.test, same, onRead)
  return { train, ...(valid && { valid: valid.lists }), test: test.lists, notes: [...notes, ...(valid?.notes ?? []), ...test.notes] }
}

async function readOne(
  file: string,
  read: ReadListsOptions,
  onRead: ReadingListener,
): Promise<{ readonly lists: RankingLists; readonly notes: readonly string[] }> {
  const problems: Problem[] = []
  const lists = await readLists(file, {
    ...read,
    ignoreEmpty: true,
    keepCells: true, // encoders of tables are fitted to the training lists of each fold alone
    onNote: (note) => problems.push(note),
    onProgress: (done, total) => onRead(file, done, total),
  })
  return { lists, notes: problems.slice(0, mostNotes).map(explain) }
}

/** Notes on values that are told of each file. */
const mostNotes = 3

/** The column of time is no feature, unless the options name it: it differs between what is trained on and what is tested on. */
async function readWithTime(file: string, column: string, read: ExperimentData['read'], onRead: ReadingListener) {
  let kept: KeptColumn | undefined
  const onKept = (columns: readonly KeptColumn[]) => {
    kept = columns[0]
  }
  try {
    const named = Object.values(read).flat().includes(column)
    const ignore = [...((read['ignore'] as readonly string[] | undefined) ?? []), ...(named ? [] : [column])]
    const found = await readOne(file, { ...read, ...(ignore.length > 0 && { ignore }), keep: [column], onKept }, onRead)
    const { dateOrder }: ReadListsOptions = read
    return { ...found, kept: { name: column, cells: (kept?.cells ?? []).map((cell) => cell ?? ''), dateOrder } }
  } catch (error) {
    const [problem] = error instanceof RankwrightError ? error.problems : []
    if (problem?.code === 'option-without-effect' && problem.option === 'keep')
      throw new RankwrightError({ area: 'experiment', code: 'time-not-in-table', at: { file }, column })
    if (problem?.code === 'unknown-column' && problem.found === column) throw new RankwrightError({ ...problem, option: 'time' })
    throw error
  }
}
