import { accessSync, constants, lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import { fileFailure } from '../files/fileFailure.ts'
import { codeOf } from './fileOperations.ts'
import { foundFile } from './foundFile.ts'
import { identityOfOpen, openFileNumber, openFileStats, whyNotWritable } from './openFile.ts'
import { callContent, isOfKind, type OutputContent, seemsToBe } from './outputKinds.ts'

/** Where an output really goes. */
export type OutputTarget =
  | { readonly kind: 'standard-output'; readonly path: string }
  /** What the shell has opened for us, written where it is: standard error, the pipe of `>(…)`. */
  | { readonly kind: 'open'; readonly path: string; readonly number: number }
  /** Written as it comes: a pipe with a name, or the device that forgets everything. */
  | { readonly kind: 'pipe'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly real: string; readonly before?: Stats }
  | { readonly kind: 'folder'; readonly path: string; readonly real: string; readonly exists: boolean }

/** Follows links, also one that leads to a file that is not there yet. Throws where no file can be written. */
export function fileTarget(path: string): OutputTarget {
  const number = path === '-' ? 1 : openFileNumber(path)
  if (number === 1) return { kind: 'standard-output', path }
  if (number !== undefined) return openTarget(path, number)
  if (/[/\\]$/.test(path) && !isFolder(path)) throw cannotWrite(path, 'its name ends like that of a folder; give the name of a file')
  try {
    const real = realPath(path)
    const before = statSync(real, { throwIfNoEntry: false })
    if (before === undefined) {
      requireFolder(path, dirname(real))
      return { kind: 'file', path, real }
    }
    if (before.isFIFO() || real === '/dev/null') return { kind: 'pipe', path }
    if (!before.isFile()) throw notAFile(path, before)
    // Who may do everything may also write what nobody should: the bits say what was meant.
    if ((before.mode & 0o222) === 0 || !mayWrite(real)) throw cannotWrite(path, 'it is read-only; make it writable or choose another name')
    requireFolder(path, dirname(real))
    return { kind: 'file', path, real, before }
  } catch (error) {
    throw fileFailure('cannot-write', path, error)
  }
}

function openTarget(path: string, number: number): OutputTarget {
  if (number === 0) throw cannotWrite(path, 'it is standard input')
  const stat = openFileStats(number)
  if (stat?.isDirectory()) throw notAFile(path, stat)
  const reason = whyNotWritable(number)
  if (reason !== undefined) throw cannotWrite(path, reason)
  return { kind: 'open', path, number }
}

/** The same for a folder that files go into; its parents may be missing. */
export function folderTarget(path: string): Extract<OutputTarget, { kind: 'folder' }> {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return { kind: 'folder', path, real: resolve(path), exists: false }
    if (!stat.isDirectory()) throw cannotWrite(path, 'it is a file, not a folder; give the name of a folder')
    if (!mayWrite(path)) throw cannotWrite(path, 'it is not permitted to write into this folder')
    return { kind: 'folder', path, real: realpathSync(path), exists: true }
  } catch (error) {
    throw fileFailure('cannot-write', path, error)
  }
}

/** What may be done with a file that holds something else: nothing, `never` if the caller cannot insist, or everything. */
export type Force = boolean | 'never'

/** Refuses to replace a file that holds something else than what is to be written. */
export function requireContent(
  { path, real, before }: Extract<OutputTarget, { kind: 'file' }>,
  content: OutputContent,
  force: Force,
): void {
  if (force === true || content === 'anything') return
  requireNotBeside(path, real)
  if (before === undefined || before.size === 0) return
  const file = foundFile(real)
  if (isOfKind(content, file)) return
  throw new RankwrightError({
    area: 'data',
    code: 'output-of-another-kind',
    at: { file: path },
    found: seemsToBe(file),
    expected: callContent(content),
    final: force === 'never',
  })
}

/** Whoever reads F reads F.query and F.weight with it: a new file of such a name would change what F means. */
function requireNotBeside(path: string, real: string): void {
  const [, data, ending] = /^(.+)\.(query|weight)$/.exec(real) ?? []
  if (data === undefined || !['', '.gz'].some((packed) => isFile(`${data}${packed}`))) return
  const part = ending === 'query' ? 'sizes of its lists' : 'weights of its rows'
  throw new RankwrightError({ area: 'data', code: 'output-beside-data', at: { file: path }, data: basename(data), part })
}

/** What tells one file from another: its place on the disk if it is there, else its path. */
export function identitiesOf(path: string): string[] {
  const number = path === '-' ? 0 : openFileNumber(path)
  if (number !== undefined) return identityOfOpen(number)
  try {
    const stat = statSync(path)
    return stat.isFile() ? [`${stat.dev}:${stat.ino}`, realpathSync(path)] : [realpathSync(path)]
  } catch {
    return [resolve(path)]
  }
}

export function identitiesOfTarget(target: OutputTarget): string[] {
  switch (target.kind) {
    case 'standard-output':
      return ['standard output', ...identityOfOpen(1)]
    case 'open':
      return [`open file ${target.number}`, ...identityOfOpen(target.number)]
    case 'pipe':
      return [resolve(target.path)]
    case 'file':
      return [target.real, ...(target.before === undefined ? [] : [`${target.before.dev}:${target.before.ino}`])]
    case 'folder':
      return [target.real]
  }
}

const mostLinks = 40

/** Like `realpath`, also where the last link leads to nothing. */
function realPath(path: string): string {
  let at = resolve(path)
  for (let link = 0; link < mostLinks; link++) {
    try {
      return realpathSync(at)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
    const folder = realpathSync(dirname(at))
    at = join(folder, basename(at))
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at
    at = resolve(folder, readlinkSync(at))
  }
  throw cannotWrite(path, 'it is a circle of links')
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function notAFile(path: string, stat: Stats): RankwrightError {
  if (stat.isDirectory()) return cannotWrite(path, 'it is a folder; give the name of a file')
  if (stat.isSocket()) return cannotWrite(path, 'it is a socket; give the name of a file')
  return cannotWrite(path, 'it is a device; give the name of a file')
}

function requireFolder(path: string, folder: string): void {
  if (!statSync(folder).isDirectory()) throw cannotWrite(path, 'a part of its path is not a folder')
  if (!mayWrite(folder)) throw cannotWrite(path, 'it is not permitted to write into its folder')
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export function cannotWrite(file: string, reason: string): RankwrightError {
  return new RankwrightError({ area: 'data', code: 'cannot-write', at: { file }, reason })
}
