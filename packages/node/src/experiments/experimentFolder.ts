/** The folder of an experiment. Every file in it appears as a whole; a part is finished when its file is there. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import {
  type ExperimentFold,
  type ExperimentResults,
  type ExperimentSettings,
  type FinishedPart,
  foldFrom,
  foldText,
  partFrom,
  partText,
  settingsDifferences,
  settingsFrom,
  settingsText,
  stepFrom,
  stepText,
} from '@rankwright/core/experiments'
import type { FoldMeasurements } from '@rankwright/core/trainers'
import { fileFailure } from '../files/fileFailure.ts'
import { codeOf, diskOperations, type FileOperations } from '../outputs/fileOperations.ts'
import { removeLeftOversIn } from '../outputs/leftOvers.ts'
import type { Pieces } from '../outputs/pouring.ts'
import { writePieces } from '../outputs/writePieces.ts'

const folders = ['folds', 'parts', 'steps', 'models', 'scores'] as const

export class ExperimentFolder {
  readonly path: string
  /** As the first run stored them. */
  readonly settings: ExperimentSettings
  readonly #files: FileOperations

  private constructor(path: string, settings: ExperimentSettings, files: FileOperations) {
    this.path = path
    this.settings = settings
    this.#files = files
  }

  /** Throws if the folder holds something else, or another experiment. */
  static async open(path: string, settings: ExperimentSettings, files: FileOperations = diskOperations): Promise<ExperimentFolder> {
    const file = join(path, 'experiment.json')
    try {
      const found = existsSync(path) ? readdirSync(path).filter((name) => !name.startsWith('.')) : []
      const hasSettings = found.includes('experiment.json')
      // A run that was killed before it had written its settings, or ended before it had read its data, leaves this.
      const nothingDone = found.every((name) => name === 'experiment.json' || isEmptyFolder(path, name))
      if (!hasSettings && !nothingDone)
        throw new RankwrightError({ area: 'experiment', code: 'folder-taken', at: { file: path }, found: found.slice(0, 3).join(', ') })
      if (hasSettings) {
        const stored = settingsFrom(readFileSync(file, 'utf8'), file)
        const differences = settingsDifferences(stored, settings)
        if (differences.length > 0 && !nothingDone)
          throw new RankwrightError({ area: 'experiment', code: 'experiment-changed', at: { file: path }, differences })
        if (differences.length === 0) {
          await mkdirs(path)
          return new ExperimentFolder(path, stored, files)
        }
      }
      await mkdirs(path)
    } catch (error) {
      throw fileFailure('cannot-write', path, error)
    }
    const opened = new ExperimentFolder(path, settings, files)
    await opened.#write('experiment.json', [settingsText(settings)])
    return opened
  }

  /** Removes what killed runs have left half-written. */
  async clearUp(): Promise<void> {
    for (const folder of ['.', ...folders]) await removeLeftOversIn(this.#files, join(this.path, folder))
  }

  async fold(name: string): Promise<ExperimentFold | undefined> {
    return this.#read(join('folds', `${name}.json`), foldFrom)
  }

  async writeFold(name: string, fold: ExperimentFold): Promise<void> {
    await this.#write(join('folds', `${name}.json`), [foldText(fold)])
  }

  async part(name: string): Promise<FinishedPart | undefined> {
    return this.#read(join('parts', `${name}.json`), partFrom)
  }

  /** Model and scores first: with its own file a part is finished. */
  async writePart(name: string, part: FinishedPart, made?: { readonly model: string; readonly scores: Pieces }): Promise<void> {
    if (made !== undefined) {
      await this.#write(join('models', `${name}.json`), [made.model])
      await this.#write(join('scores', `${name}.csv`), made.scores)
    }
    await this.#write(join('parts', `${name}.json`), [partText(part)])
    this.removeSteps(name)
  }

  async step(part: string, step: string): Promise<FoldMeasurements | undefined> {
    return this.#read(join('steps', part, `${step}.json`), stepFrom)
  }

  async writeStep(part: string, step: string, found: FoldMeasurements): Promise<void> {
    await mkdir(join(this.path, 'steps', part), { recursive: true })
    await this.#write(join('steps', part, `${step}.json`), [stepText(found)])
  }

  /** The part is there, so its steps are not needed any more. */
  removeSteps(part: string): void {
    rmSync(join(this.path, 'steps', part), { recursive: true, force: true })
  }

  async writeResults(results: ExperimentResults): Promise<void> {
    await this.#write('results.json', [`${JSON.stringify(results)}\n`])
    rmSync(join(this.path, 'steps'), { recursive: true, force: true })
  }

  async #read<Value>(name: string, from: (text: string, file: string) => Value): Promise<Value | undefined> {
    const path = join(this.path, name)
    try {
      return from(await readFile(path, 'utf8'), path)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw fileFailure('cannot-read', path, error)
    }
  }

  async #write(name: string, pieces: Pieces): Promise<void> {
    await writePieces(join(this.path, name), pieces, 'anything', { files: this.#files })
  }
}

function isEmptyFolder(path: string, name: string): boolean {
  return (folders as readonly string[]).includes(name) && readdirSync(join(path, name)).length === 0
}

async function mkdirs(path: string): Promise<void> {
  for (const folder of folders) await mkdir(join(path, folder), { recursive: true })
}
