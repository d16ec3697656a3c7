import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { modelToJson, type Progress, type RankingLists, RankwrightError, type TrainerResult } from '@rankwright/core'
import { arrayOf, callback, fields, number, object, options as optionsShape, requireArguments } from '@rankwright/core/arguments'
import { fileOrder, fingerprint, type Inspection, inspection, numberText } from '@rankwright/core/data'
import {
  type ChosenSetting,
  chooseSetting,
  type Experiment,
  type ExperimentFold,
  type ExperimentPart,
  type ExperimentResults,
  experimentResults,
  type FinishedPart,
  measurePart,
  partName,
  partsOfFold,
  refittedParts,
  type SearchStep,
  shareOfLists,
  withTuned,
} from '@rankwright/core/experiments'
import type { FoldMeasurements } from '@rankwright/core/trainers'
import { type ComputeChoice, sharedLists, threadCount } from '@rankwright/workers'
import { withFileLock } from '../files/fileLock.ts'
import type { FileOperations } from '../outputs/fileOperations.ts'
import { filePath, writeShapes } from '../outputs/outputShapes.ts'
import { computeShape, runtimeFor } from '../workers/runtimeFor.ts'
import { ExperimentFolder } from './experimentFolder.ts'
import { foldCount, type OpenFold, openFolds } from './openFolds.ts'
import { OrderPool } from './orderPool.ts'

export interface RunExperimentOptions {
  /** Threads of all parts together, as many as there are cores when left out. The results are the same for any number. */
  readonly threads?: number
  /** As for `runtimeFor`. */
  readonly compute?: ComputeChoice
  /** Seconds after which nothing more is begun; the next run goes on. It never changes a result. */
  readonly budget?: number
  /** Called with how many parts are finished, and with how far one of them is (`within`). */
  readonly onProgress?: (step: Progress) => void
  /** The disk, unless given. */
  readonly files?: FileOperations
}

export interface ExperimentRun {
  readonly results: ExperimentResults
  /** Parts in all, and how many of them an earlier run had finished. */
  readonly parts: number
  readonly finishedBefore: number
  /** Parts that are left for the next run, as the budget was spent. */
  readonly left: number
  /** The seconds that the parts of each method took, earlier runs included. */
  readonly seconds: Readonly<Record<string, number>>
}

const experimentShape = fields(
  {
    data: arrayOf(object('a data set')),
    methods: arrayOf(object('a method')),
    metrics: arrayOf(() => {}),
    seeds: arrayOf(number({ whole: true, atLeast: 0 })),
    shares: arrayOf(number({ above: 0, atMost: 1 })),
    confidence: number({ above: 0, atMost: 1 }),
  },
  'what experimentFromJson gives',
)

/**
 * Runs an experiment and writes all that it gives into a folder: results, models, scores. What is finished stays finished: after a kill at any moment,
 * the same call goes on and ends with the same bytes. A folder that holds another experiment is refused.
 */
export async function runExperiment(experiment: Experiment, folder: string, options: RunExperimentOptions = {}): Promise<ExperimentRun> {
  const shapes = {
    threads: threadCount,
    compute: computeShape,
    budget: number({ above: 0 }),
    onProgress: callback,
    files: writeShapes.files,
  }
  requireArguments({ experiment, folder, options }, { experiment: experimentShape, folder: filePath, options: optionsShape(shapes) })
  return withFileLock(folder, () => new Run(experiment, options).in(folder))
}

/** Thrown within a part when the budget is spent; the part is left for the next run. */
class BudgetSpent extends Error {}

class Run {
  readonly #experiment: Experiment
  readonly #options: RunExperimentOptions
  readonly #pool: OrderPool
  readonly #until: number
  readonly #folds: ExperimentFold[] = []
  readonly #parts: FinishedPart[] = []
  readonly #overviews: Record<string, Inspection> = {}
  #total = 0
  #before = 0
  #failure: { readonly error: unknown } | undefined

  constructor(experiment: Experiment, options: RunExperimentOptions) {
    this.#experiment = experiment
    this.#options = options
    this.#pool = new OrderPool(options.threads ?? availableParallelism(), options.compute ?? 'portable')
    this.#until = options.budget === undefined ? Infinity : performance.now() + 1000 * options.budget
  }

  async in(path: string): Promise<ExperimentRun> {
    const { compute = 'portable', files } = this.#options
    const experiment = this.#experiment
    const settings = { experiment, compute }
    for (const data of experiment.data)
      this.#total += (await foldCount(data)) * experiment.methods.length * experiment.seeds.length * experiment.shares.length
    const folder = await ExperimentFolder.open(path, settings, ...(files ? [files] : []))
    await folder.clearUp()
    try {
      const work = this.#work(folder)
      // As many parts at a time as there are threads; a part that waits for its steps leaves its threads to the others.
      await Promise.all(Array.from({ length: this.#pool.threads }, () => this.#takeTurns(work, folder)))
      if (this.#failure !== undefined) throw this.#failure.error
    } finally {
      await this.#pool.end()
    }
    const results = experimentResults(folder.settings.experiment, this.#folds, this.#inOrder(), {
      overviews: this.#overviews,
      onProgress: (done, total) => this.#options.onProgress?.({ stage: 'comparing', done, total }),
    })
    if (this.#parts.length === this.#total) await folder.writeResults(results)
    return {
      results,
      parts: this.#total,
      finishedBefore: this.#before,
      left: this.#total - this.#parts.length,
      seconds: this.#seconds(),
    }
  }

  /** The parts that are not finished, one after the other; a fold is read when its turn comes. */
  async *#work(folder: ExperimentFolder): AsyncGenerator<{ readonly part: ExperimentPart; readonly fold: OpenFold }> {
    const { data, seeds } = this.#experiment
    for (const set of data) {
      const reading = (file: string, done: number, total: number | undefined) =>
        this.#options.onProgress?.({ stage: `reading ${basename(file)}`, done, ...(total !== undefined && { total }) })
      for await (const found of openFolds(set, seeds[0], reading)) {
        const known = foldRecord(set.name, found)
        await this.#sameFold(folder, known)
        this.#folds.push(known)
        this.#overviews[set.name] ??= inspection(found.train)
        const open = { ...found, train: sharedLists(found.train), ...(found.valid && { valid: sharedLists(found.valid) }) }
        for (const part of partsOfFold(this.#experiment, set.name, found.name)) {
          const name = partName(part, this.#experiment)
          const finished = await folder.part(name)
          if (finished === undefined) yield { part, fold: open }
          else {
            folder.removeSteps(name)
            this.#before++
            this.#finish(finished)
          }
        }
      }
    }
  }

  async #sameFold(folder: ExperimentFolder, known: ExperimentFold): Promise<void> {
    const name = `${known.data}+${known.fold}`
    const stored = await folder.fold(name)
    if (stored === undefined) return folder.writeFold(name, known)
    const differences = (['train', 'valid', 'test'] as const).flatMap((part) =>
      stored[part]?.fingerprint === known[part]?.fingerprint ? [] : [`the ${part} lists of ${known.data}, ${known.fold}, have changed`],
    )
    if (differences.length > 0)
      throw new RankwrightError({ area: 'experiment', code: 'experiment-changed', at: { file: folder.path }, differences })
  }

  async #takeTurns(
    work: AsyncGenerator<{ readonly part: ExperimentPart; readonly fold: OpenFold }>,
    folder: ExperimentFolder,
  ): Promise<void> {
    try {
      for (;;) {
        if (this.#failure !== undefined) return
        const { done, value } = await work.next()
        if (done) return
        if (performance.now() > this.#until) continue // what is finished of the other folds is still read
        await this.#run(value.part, value.fold, folder)
      }
    } catch (error) {
      if (error instanceof BudgetSpent) return this.#takeTurns(work, folder)
      this.#failure ??= { error }
      await this.#pool.end()
    }
  }

  async #run(part: ExperimentPart, fold: OpenFold, folder: ExperimentFolder): Promise<void> {
    const name = partName(part, this.#experiment)
    const start = performance.now()
    const { train, valid, test } = shareOf(fold, part)
    const lists = sharedLists(train)
    const base = { ...part, lists: lists.listIds.length }
    const seconds = () => (performance.now() - start) / 1000
    const tell = (step: Progress) => this.#tell({ ...step, stage: `${part.method}: ${step.stage}` })
    try {
      const { setting, trained } = await this.#train(part, lists, valid, folder, tell)
      const { runtime, close } = runtimeFor(1, { compute: this.#options.compute ?? 'portable' })
      try {
        const { scores, measured } = measurePart(part.method, trained.model, test, this.#experiment, runtime)
        const { chosen } = setting
        const record = chosen && {
          chosen: {
            options: chosen.result.best.options,
            on: chosen.on,
            score: chosen.result.best.score,
            trials: chosen.plan.trials.length,
            ...(chosen.edges.length > 0 && { edges: chosen.edges }),
          },
        }
        const finished = { ...base, seconds: seconds(), ...record, measured } as FinishedPart
        await folder.writePart(name, finished, { model: modelToJson(trained.model), scores: scoreLines(test, scores) })
        this.#finish(finished)
      } finally {
        close()
      }
    } catch (error) {
      if (!isOfTheTraining(error)) throw error
      const finished = { ...base, seconds: seconds(), failed: error.message }
      await folder.writePart(name, finished)
      this.#finish(finished)
    }
  }

  async #train(
    part: ExperimentPart,
    lists: RankingLists,
    valid: RankingLists | undefined,
    folder: ExperimentFolder,
    tell: (step: Progress) => void,
  ): Promise<{ readonly setting: ChosenSetting; readonly trained: TrainerResult }> {
    const { methods, metrics, profile } = this.#experiment
    const method = methods.find(({ name }) => name === part.method)!
    const choosing = chooseSetting(lists, valid, method, { metric: metrics[0], profile, seed: part.seed })
    let round = choosing.next()
    while (round.done !== true) {
      const steps = round.value
      round = choosing.next(
        await Promise.all(steps.map((step) => this.#step(step, lists, valid, folder, tell, partName(part, this.#experiment)))),
      )
    }
    const setting = round.value
    this.#requireTime()
    const options = { ...setting.options, ...(valid && { valid }) }
    const trained = await this.#pool.ask<TrainerResult>({ kind: 'train', lists, options }, tell)
    const { chosen } = setting
    return { setting, trained: chosen ? withTuned(trained, chosen.plan, chosen.result, chosen.on) : trained }
  }

  async #step(
    step: SearchStep,
    lists: RankingLists,
    valid: RankingLists | undefined,
    folder: ExperimentFolder,
    tell: (step: Progress) => void,
    part: string,
  ): Promise<FoldMeasurements> {
    const stored = await folder.step(part, step.name)
    if (stored !== undefined) return stored
    this.#requireTime()
    const on = step.fold === undefined ? { valid: valid! } : { fold: step.fold }
    const found = await this.#pool.ask<FoldMeasurements>({ kind: 'trials', lists, plan: step.plan, on }, tell)
    await folder.writeStep(part, step.name, found)
    return found
  }

  #requireTime(): void {
    if (performance.now() > this.#until) throw new BudgetSpent()
  }

  #finish(part: FinishedPart): void {
    this.#parts.push(part)
    this.#options.onProgress?.({ stage: 'parts', done: this.#parts.length, total: this.#total })
  }

  #tell(within: Progress): void {
    this.#options.onProgress?.({ stage: 'parts', done: this.#parts.length, total: this.#total, within })
  }

  /** In the order of the experiment, whichever was finished first. */
  #inOrder(): FinishedPart[] {
    const known = new Map(this.#parts.map((part) => [partName(part, this.#experiment), part]))
    const names = this.#folds.flatMap(({ data, fold }) =>
      partsOfFold(this.#experiment, data, fold).map((part) => partName(part, this.#experiment)),
    )
    return names.flatMap((name) => known.get(name) ?? [])
  }

  #seconds(): Record<string, number> {
    const total: Record<string, number> = {}
    for (const { method, seconds } of this.#parts) total[method] = (total[method] ?? 0) + seconds
    return total
  }
}

/** The lists of a part: with a share of the training lists, encoders of tables are fitted to that share. */
function shareOf(fold: OpenFold, { share, seed }: ExperimentPart): Pick<OpenFold, 'train' | 'valid' | 'test'> {
  if (share === 1) return fold
  const drawn = shareOfLists(fold.train, share, seed)
  const { valid } = fold
  return { ...refittedParts(drawn, fold.test), ...(valid && { valid: refittedParts(drawn, valid).test }) }
}

function foldRecord(data: string, { name, train, valid, test, notes }: OpenFold): ExperimentFold {
  const facts = (lists: RankingLists) => ({ lists: lists.listIds.length, rows: lists.labels.length, fingerprint: fingerprint(lists) })
  return {
    data,
    fold: name,
    train: facts(train),
    ...(valid && { valid: facts(valid) }),
    test: facts(test),
    ids: test.listIds,
    ...(test.listWeights && { weights: test.listWeights }),
    notes,
  }
}

/** A training that came to nothing is a result, too; a wrong option or a stop is not. */
function isOfTheTraining(error: unknown): error is RankwrightError {
  return error instanceof RankwrightError && error.problems.every(({ area, code }) => area === 'model' && code !== 'training-stopped')
}

/** The scores of the test lists, rows in the order of the file; rows are numbered from 0, as `rank` does. */
function* scoreLines(lists: RankingLists, scores: Float64Array): Generator<string> {
  const { labels, offsets, listIds, itemIds, sourceRows } = lists
  const listOf = new Uint32Array(labels.length)
  for (let list = 0; list < listIds.length; list++) listOf.fill(list, offsets[list], offsets[list + 1])
  yield itemIds === undefined ? 'list,row,score\n' : 'list,row,item,score\n'
  for (const row of fileOrder(lists)) {
    const item = itemIds === undefined ? [] : [cell(itemIds[row])]
    yield `${[cell(listIds[listOf[row]]), sourceRows?.[row] ?? row, ...item, numberText(scores[row])].join(',')}\n`
  }
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
