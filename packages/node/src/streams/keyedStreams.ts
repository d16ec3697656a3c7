import { createHash } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type RankingLists, RankwrightError, type Runtime, type StreamModel } from '@rankwright/core'
import { callback, count, madeBy, options as optionsShape, required, type ShapesOf, text } from '@rankwright/core/arguments'
import { FedAgain, type FeedOutcome, resumedFeed, type StreamFeed, streamModel } from '@rankwright/core/streaming'
import { fileFailure } from '../files/fileFailure.ts'
import { diskOperations, type FileOperations } from '../outputs/fileOperations.ts'
import { removeLeftOversIn } from '../outputs/leftOvers.ts'
import { filePath, writeShapes } from '../outputs/outputShapes.ts'
import { readStreamState, writeStreamState } from './stateFile.ts'

export interface KeyedStreamsOptions {
  /** Where the streams are kept, one file each. */
  readonly folder: string
  /** Streams in memory at a time; the one not used for longest goes to its file. */
  readonly most: number
  /** A stream for a key that is new. */
  readonly start: () => StreamFeed
  /** What streams that come back from files compute on. */
  readonly runtime?: Pick<Runtime, 'compute'>
  /** Checks a stream that is read from a file of an earlier run; throws what is wrong with it. */
  readonly check?: (stored: StreamModel, file: string) => void
  /** The disk that states are written to, unless given. */
  readonly files?: FileOperations
}

const shapes: ShapesOf<KeyedStreamsOptions> = {
  folder: filePath,
  most: count(1),
  start: callback,
  runtime: madeBy('runtimeFor', 'compute'),
  check: callback,
  files: writeShapes.files,
}
const takesOptions = required(optionsShape(shapes), 'folder', 'most', 'start')

/** Longer names are cut and made unique by a hash. */
const longestName = 150

/**
 * Many streams at once, separated by a key, each with its own learner. Any number may exist; a limited number is in memory, the others
 * in files, from which they come back as they were. One process at a time: hold the lock of the folder (`withFileLock`) while they work.
 */
export class KeyedStreams {
  readonly #options: KeyedStreamsOptions
  /** Least recently used first. */
  readonly #feeds = new Map<string, StreamFeed>()
  /** Keys whose stream has learned something that is not in its file. */
  readonly #unsaved = new Set<string>()
  /** For each key that was fed, where its input stands: a stream that comes back from its file goes on there. */
  readonly #again = new Map<string, FedAgain>()
  /** Keys whose stream has a file. */
  readonly #stored = new Set<string>()
  #made: Promise<unknown> | undefined

  constructor(options: KeyedStreamsOptions) {
    takesOptions('options', options)
    this.#options = options
  }

  /** How many streams were fed. */
  get count(): number {
    return this.#again.size
  }

  /**
   * A stream that an earlier run has left in the folder, if there is one: its settings are those of all. Removes unfinished files of runs
   * that were killed.
   */
  async anyStored(): Promise<{ readonly stored: StreamModel; readonly file: string } | undefined> {
    const { folder } = this.#options
    const name = (await namesIn(folder)).filter((each) => each.endsWith('.json') && !each.startsWith('.')).sort()[0]
    await removeLeftOversIn(diskOperations, folder)
    if (name === undefined) return undefined
    const file = join(folder, name)
    const stored = await readStreamState(file)
    return stored && { stored, file }
  }

  async take(key: string, lists: RankingLists): Promise<FeedOutcome> {
    text('key', key)
    const feed = await this.#feedOf(key)
    const outcome = feed.take(lists)
    if (outcome.kind === 'learned' || outcome.kind === 'skipped') this.#unsaved.add(key)
    return outcome
  }

  /** Brings every file up to what was learned. */
  async save(): Promise<void> {
    for (const key of this.#unsaved) await this.#write(key, this.#feeds.get(key) as StreamFeed)
    this.#unsaved.clear()
  }

  async #feedOf(key: string): Promise<StreamFeed> {
    const { most, start, check, runtime } = this.#options
    let feed = this.#feeds.get(key)
    if (feed === undefined) {
      const file = this.fileOf(key)
      const stored = await readStreamState(file)
      if (stored === undefined && this.#stored.has(key))
        throw new RankwrightError({ area: 'stream', code: 'state-vanished', at: { file }, key })
      if (stored !== undefined) this.#stored.add(key)
      if (stored !== undefined && !this.#again.has(key)) check?.(stored, file)
      const again = this.#again.get(key) ?? new FedAgain(stored?.fed)
      feed = stored === undefined ? start() : resumedFeed(stored, runtime, again)
      this.#again.set(key, again)
    } else this.#feeds.delete(key)
    this.#feeds.set(key, feed)
    for (const [oldest, other] of this.#feeds) {
      if (this.#feeds.size <= most) break
      if (this.#unsaved.delete(oldest)) await this.#write(oldest, other)
      this.#feeds.delete(oldest)
    }
    return feed
  }

  async #write(key: string, feed: StreamFeed): Promise<void> {
    this.#made ??= mkdir(this.#options.folder, { recursive: true })
    await this.#made
    await writeStreamState(this.fileOf(key), streamModel(feed.stream, feed.features, feed), this.#options.files)
    this.#stored.add(key)
  }

  /** Named after the key, with everything but letters, digits and _ written as %XX, so that no key leaves the folder. */
  fileOf(key: string): string {
    text('key', key)
    const name = encodeURIComponent(key).replace(/[!'()*.~-]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    const short =
      name.length <= longestName ? name : `${name.slice(0, longestName)}-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
    return join(this.#options.folder, `${short}.json`)
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw fileFailure('cannot-read', folder, error)
  }
}
