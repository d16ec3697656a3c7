/** The one way to write: see docs/reliability.md for what it promises. */
import { lstatSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RankwrightError, type StopFlag } from '@rankwright/core'
import { requireArguments } from '@rankwright/core/arguments'
import { fileFailure } from '../files/fileFailure.ts'
import { requireUnlocked } from '../files/fileLock.ts'
import { commit, removeIfEmpty, removeIfThere, settled, there } from './commit.ts'
import { diskOperations, type FileOperations } from './fileOperations.ts'
import { unfinishedName } from './hiddenNames.ts'
import type { Step } from './journal.ts'
import { removeLeftOvers } from './leftOvers.ts'
import { identityOfOpen, openFileNumber } from './openFile.ts'
import type { OutputContent } from './outputKinds.ts'
import { declaredOutputs, outputsOptions } from './outputShapes.ts'
import {
  cannotWrite,
  type Force,
  fileTarget,
  folderTarget,
  identitiesOf,
  identitiesOfTarget,
  type OutputTarget,
  requireContent,
} from './outputTarget.ts'
import { gzipped, type Pieces, pour, pourIntoFile, pourIntoOpen, pourIntoPipe } from './pouring.ts'
import { keepTrack } from './unfinished.ts'

/** A file to write; `-` is standard output, `.gz` is compressed. */
export interface OutputFile {
  readonly path: string
  readonly holds: OutputContent
  /** An input that this output may replace, because it is the next state of it. */
  readonly inPlaceOf?: string
}

/** A folder of files that appear together. What else is in the folder stays. */
export interface OutputFolder {
  readonly folder: string
  /** The files to write, by their paths in the folder. */
  readonly files: readonly { readonly name: string; readonly holds: OutputContent }[]
  /** Files of an earlier run, by their paths in the folder, that go when the new ones come. */
  readonly goes?: readonly string[]
}

export interface OutputsOptions {
  /** The files that the same work reads: no output may be one of them. */
  readonly reads?: readonly string[]
  /** Replace files that hold something else, too; `never` if the caller cannot ask for that. */
  readonly force?: Force
  /** Whether the same work also writes to standard output and standard error: they may not be one of the files. */
  readonly shows?: boolean
  readonly files?: FileOperations
}

type FileTarget = Extract<OutputTarget, { kind: 'file' }>
type FolderTarget = Extract<OutputTarget, { kind: 'folder' }>

interface Staged {
  readonly temporary: string
  readonly forget: () => void
}

interface StagedFolder extends Staged {
  readonly target: FolderTarget
  readonly declared: OutputFolder
  readonly subfolders: Set<string>
}

/**
 * Checks everything that is going to be written, before any work: throws when an output is an input, twice the same, or must not be replaced.
 * Files that a process which is gone was about to put in place are put there first: half of a pair would be taken for something else.
 */
export async function openOutputs(declared: readonly (OutputFile | OutputFolder)[], options: OutputsOptions = {}): Promise<Outputs> {
  requireArguments({ declared, options }, { declared: declaredOutputs, options: outputsOptions })
  const files = options.files ?? diskOperations
  const force = options.force ?? false
  for (const output of declared) for (const place of hiddenPlaces(resolved(output).target)) await settled(files, place)
  const targets = new Map<string, OutputTarget>()
  const inFolders = new Map<string, FileTarget>()
  const taken = new Map<string, string>()
  const reads = new Map(
    (options.reads ?? []).flatMap((path) => withSidecars(path).flatMap((file) => identitiesOf(file).map((id) => [id, path]))),
  )
  for (const output of declared) {
    const { path, target, parts } = resolved(output)
    for (const part of parts) {
      const identities = identitiesOfTarget(part.target)
      const read = identities.map((id) => reads.get(id)).find((found) => found !== undefined)
      const inPlace = 'path' in output && output.inPlaceOf !== undefined && read === output.inPlaceOf
      if (read !== undefined && !inPlace)
        throw new RankwrightError({ area: 'data', code: 'output-is-input', at: { file: part.target.path }, input: read })
      for (const id of identities.map(foldedCase)) {
        const other = taken.get(id)
        if (other !== undefined) throw new RankwrightError({ area: 'data', code: 'outputs-are-one', at: { file: part.target.path }, other })
        taken.set(id, part.target.path)
      }
      if ('real' in part.target) requireFree(part.target)
      if (part.target.kind !== 'file') continue
      requireContent(part.target, part.holds, force)
      if ('folder' in output) inFolders.set(part.target.path, part.target)
    }
    for (const removed of 'goes' in output ? (output.goes ?? []).map((name) => join(output.folder, name)) : []) {
      const read = identitiesOf(removed)
        .map((id) => reads.get(id))
        .find((found) => found !== undefined)
      if (read !== undefined) throw new RankwrightError({ area: 'data', code: 'output-is-input', at: { file: removed }, input: read })
    }
    targets.set(path, target)
  }
  if (options.shows) requireShownElsewhere(reads, taken, [...targets.values()])
  for (const target of targets.values()) for (const place of hiddenPlaces(target)) await removeLeftOvers(files, place)
  return new Outputs(files, { targets, inFolders }, declared, force)
}

/** What is printed must not go into a file that is read or written. What the shell has opened is not replaced by a new file. */
function requireShownElsewhere(
  reads: ReadonlyMap<string, string>,
  writes: ReadonlyMap<string, string>,
  targets: readonly OutputTarget[],
): void {
  for (const [number, stream] of [[1, 'standard output'] as const, [2, 'standard error'] as const]) {
    const written = targets.some((target) =>
      target.kind === 'standard-output' ? number === 1 : target.kind === 'open' && target.number === number,
    )
    for (const id of identityOfOpen(number)) {
      const file = reads.get(id) ?? (written ? undefined : writes.get(id))
      if (file !== undefined) throw new RankwrightError({ area: 'data', code: 'output-is-shown', at: { file }, stream })
    }
  }
}

/** Not even `force` replaces what another process works on. */
function requireFree({ real, path }: FileTarget | FolderTarget): void {
  requireUnlocked(real, path)
  requireUnlocked(dirname(real), path)
}

/** A set of outputs: each is written under a temporary name, and all take their places together, or none does. */
export class Outputs {
  readonly #files: FileOperations
  readonly #targets: ReadonlyMap<string, OutputTarget>
  /** The files of folders, as they were found. */
  readonly #inFolders: ReadonlyMap<string, FileTarget>
  readonly #declared: readonly (OutputFile | OutputFolder)[]
  readonly #force: Force
  readonly #staged = new Map<FileTarget, Staged>()
  readonly #folders = new Map<string, StagedFolder>()
  /** Folders made for the outputs, outermost first. */
  readonly #made: Staged[] = []

  constructor(
    files: FileOperations,
    found: { readonly targets: ReadonlyMap<string, OutputTarget>; readonly inFolders: ReadonlyMap<string, FileTarget> },
    declared: readonly (OutputFile | OutputFolder)[],
    force: Force,
  ) {
    this.#files = files
    this.#targets = found.targets
    this.#inFolders = found.inFolders
    this.#declared = declared
    this.#force = force
  }

  /** Whether one of the files goes to standard output. */
  get toStandardOutput(): boolean {
    return [...this.#targets.values()].some(({ kind }) => kind === 'standard-output')
  }

  /** Writes one of the files under a temporary name. Standard output and pipes are written at once. */
  async write(path: string, pieces: Pieces, stop?: StopFlag): Promise<void> {
    const target = this.#targets.get(path)
    if (target === undefined || target.kind === 'folder') throw new Error(`${path} was not declared as an output`)
    const content = /\.gz$/i.test(path) ? gzipped(pieces) : pieces
    try {
      if (target.kind === 'standard-output') return await pour(content, process.stdout, stop)
      if (target.kind === 'open') return await pourIntoOpen(target.number, content, stop)
      if (target.kind === 'pipe') return await pourIntoPipe(path, content, stop)
      await this.#stage(target, content, stop)
    } catch (error) {
      throw fileFailure('cannot-write', path, error)
    }
  }

  /** Writes a file of a folder under a temporary name, and says where it is until `commit`. */
  async writeIn(folder: string, name: string, pieces: Pieces, stop?: StopFlag): Promise<string> {
    try {
      const staged = this.#stagedFolder(folder)
      if (!staged.declared.files.some((file) => file.name === name)) throw new Error(`${name} was not declared as an output`)
      const path = join(staged.temporary, name)
      if (dirname(name) !== '.' && !staged.subfolders.has(dirname(name))) {
        this.#files.makeFolder(dirname(path))
        staged.subfolders.add(dirname(name))
      }
      const before = lstatSync(join(staged.target.real, name), { throwIfNoEntry: false })
      const content = /\.gz$/i.test(path) ? gzipped(pieces) : pieces
      await pourIntoFile(this.#files, path, content, { ...(before?.isFile() && { before }), stop })
      return path
    } catch (error) {
      throw fileFailure('cannot-write', join(folder, name), error)
    }
  }

  /** Puts everything that was written in its place. After an error, all files are as before. */
  async commit(): Promise<void> {
    const steps: Step[] = []
    const claimed: string[] = []
    const emptied: string[] = []
    try {
      for (const [target, { temporary }] of this.#staged) {
        const declared = this.#declared.find((output) => 'path' in output && output.path === target.path)
        if (declared !== undefined && 'path' in declared) this.#requireSame(target, declared.holds)
        steps.push(this.#replacing(temporary, target.real, target.path))
        claimed.push(target.real)
      }
      for (const folder of this.#folders.values()) {
        requireFree(folder.target)
        steps.push(...this.#folderSteps(folder))
        claimed.push(placesOf(folder.target)[0])
        const gone = new Set((folder.declared.goes ?? []).map((name) => dirname(join(folder.target.real, name))))
        emptied.push(...[...gone].filter((path) => path !== folder.target.real))
      }
      if (steps.length > 0) await commit(this.#files, claimed, { steps, emptied })
      for (const { forget } of this.#staged.values()) forget()
      this.#staged.clear()
    } catch (error) {
      throw fileFailure('cannot-write', this.#pathOf(error), error)
    } finally {
      this.discard()
    }
  }

  /** Removes what was written and has not taken its place. */
  discard(): void {
    for (const { temporary, forget } of this.#staged.values()) {
      removeIfThere(this.#files, temporary)
      forget()
    }
    for (const { temporary, forget } of this.#folders.values()) {
      try {
        this.#files.removeTree(temporary)
      } catch {
        // The next run of the same output removes it.
      }
      forget()
    }
    for (const { temporary, forget } of this.#made.reverse()) {
      removeIfEmpty(this.#files, temporary) // one that is in use now is not empty
      forget()
    }
    this.#staged.clear()
    this.#folders.clear()
    this.#made.length = 0
  }

  /** A file that came or changed since it was looked at is looked at again. */
  #requireSame(target: FileTarget, holds: OutputContent): void {
    requireFree(target)
    const { before } = target
    const now = lstatSync(target.real, { throwIfNoEntry: false })
    if (now === undefined || !now.isFile() || (now.ino === before?.ino && now.mtimeMs === before.mtimeMs)) return
    requireContent({ ...target, before: now }, holds, this.#force)
  }

  async #stage(target: FileTarget, pieces: Pieces, stop?: StopFlag): Promise<void> {
    const temporary = unfinishedName(target.real, 'tmp', this.#files.owner)
    const forget = keepTrack(temporary)
    try {
      await pourIntoFile(this.#files, temporary, pieces, { ...(target.before && { before: target.before }), stop })
    } catch (error) {
      removeIfThere(this.#files, temporary)
      forget()
      throw error
    }
    const earlier = this.#staged.get(target)
    if (earlier !== undefined) {
      removeIfThere(this.#files, earlier.temporary)
      earlier.forget()
    }
    this.#staged.set(target, { temporary, forget })
  }

  #stagedFolder(path: string): StagedFolder {
    const known = this.#folders.get(path)
    if (known !== undefined) return known
    const target = this.#targets.get(path)
    const declared = this.#declared.find((output) => 'folder' in output && output.folder === path)
    if (target?.kind !== 'folder' || declared === undefined || 'path' in declared) throw new Error(`${path} was not declared as an output`)
    if (!target.exists) this.#makeParents(dirname(target.real))
    const temporary = unfinishedName(placesOf(target)[0], 'tmp', this.#files.owner)
    const forget = keepTrack(temporary)
    const staged: StagedFolder = { temporary, forget, target, declared, subfolders: new Set() }
    this.#folders.set(path, staged)
    this.#files.makeFolder(temporary)
    return staged
  }

  #makeParents(folder: string): void {
    if (there(folder)) return
    this.#makeParents(dirname(folder))
    this.#made.push({ temporary: folder, forget: keepTrack(folder, 'if-empty') })
    this.#files.makeFolder(folder)
  }

  /** A folder that is new comes as a whole; into one that is there, files and new subfolders move one by one. */
  #folderSteps({ target, declared, temporary, subfolders }: StagedFolder): Step[] {
    for (const subfolder of ['.', ...subfolders]) this.#files.syncFolder(join(temporary, subfolder))
    if (!target.exists) return [{ from: temporary, to: target.real }]
    const steps: Step[] = []
    const whole = new Set<string>()
    const place = placesOf(target)[0]
    for (const { name, holds } of declared.files) {
      const top = name.split('/')[0]
      if (whole.has(top) || !there(join(temporary, name))) continue
      if (top !== name && !there(join(target.real, top))) {
        whole.add(top)
        steps.push({ from: join(temporary, top), to: join(target.real, top) })
      } else {
        const [path, real] = [join(target.path, name), join(target.real, name)]
        this.#requireSame(this.#inFolders.get(path) ?? { kind: 'file', path, real }, holds)
        steps.push(this.#replacing(join(temporary, name), real, path, place))
      }
    }
    for (const name of declared.goes ?? []) {
      const to = join(target.real, name)
      if (there(to)) steps.push({ to, backup: unfinishedName(place, 'old', this.#files.owner) })
    }
    return steps
  }

  #replacing(from: string, to: string, path: string, besides: string = to): Step {
    const now: Stats | undefined = lstatSync(to, { throwIfNoEntry: false })
    if (now === undefined) return { from, to }
    if (!now.isFile()) throw cannotWrite(path, 'it was replaced by something else while the command worked')
    return { from, to, backup: unfinishedName(besides, 'old', this.#files.owner) }
  }

  /** The output that an error of the operating system is about, as the user called it. */
  #pathOf(error: unknown): string {
    const { path, dest } = error as { readonly path?: unknown; readonly dest?: unknown }
    const targets = [...this.#targets.values()]
    const found = targets.find((target) => 'real' in target && (target.real === dest || target.real === path))
    return (found ?? targets[0]).path
  }
}

interface Part {
  readonly target: OutputTarget
  readonly holds: OutputContent
}

function resolved(output: OutputFile | OutputFolder): { path: string; target: OutputTarget; parts: readonly Part[] } {
  if ('path' in output) {
    const target = fileTarget(output.path)
    return { path: output.path, target, parts: [{ target, holds: output.holds }] }
  }
  const target = folderTarget(output.folder)
  const parts: Part[] = [{ target, holds: 'anything' }]
  if (target.exists)
    for (const { name, holds } of output.files) {
      if (there(join(target.real, dirname(name)))) parts.push({ target: fileTarget(join(output.folder, name)), holds })
    }
  return { path: output.folder, target, parts }
}

/** The name that hidden files of a folder's output are made of: in the folder if it is there, else beside it. */
function placesOf({ real, exists }: FolderTarget): [string, ...string[]] {
  return exists ? [join(real, basename(real)), real] : [real]
}

/** What hidden files of an output are named after. */
function hiddenPlaces(target: OutputTarget): readonly string[] {
  if (target.kind === 'file') return [target.real]
  return target.kind === 'folder' ? placesOf(target) : []
}

/** LightGBM's files beside a data file are read with it. */
function withSidecars(path: string): string[] {
  const name = path.replace(/\.gz$/i, '')
  return path === '-' || openFileNumber(path) !== undefined ? [path] : [path, `${name}.query`, `${name}.weight`]
}

/** Many disks take names that differ only in case, or in how accents are written, for one name. */
function foldedCase(identity: string): string {
  return identity.normalize('NFC').toLowerCase()
}
