import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { gunzipSync, constants as zlib } from 'node:zlib'
import { RankwrightError } from '@rankwright/core'
import { fileFailure } from '../files/fileFailure.ts'
import { codeOf } from './fileOperations.ts'
import { callContent, isOfKind, type OutputContent, seemsToBe } from './outputKinds.ts'

/** Where an output really goes. */
export type OutputTarget =
  | { readonly kind: 'standard-output'; readonly path: string }
  /** Written as it comes: a pipe with a name, or the device that forgets everything. */
  | { readonly kind: 'pipe'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly real: string; readonly before?: Stats }
  | { readonly kind: 'folder'; readonly path: string; readonly real: string; readonly exists: boolean }

/** Follows links, also one that leads to a file that is not there yet. Throws where no file can be written. */
export function fileTarget(path: string): OutputTarget {
  if (isStandardOutput(path)) return { kind: 'standard-output', path }
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

/** Refuses to replace a file that holds something else than what is to be written. */
export function requireContent({ path, real, before }: Extract<OutputTarget, { kind: 'file' }>, content: OutputContent): void {
  if (before === undefined || before.size === 0 || content === 'anything') return
  const head = headOf(real)
  if (isOfKind(content, head)) return
  throw new RankwrightError({
    area: 'data',
    code: 'output-of-another-kind',
    at: { file: path },
    found: seemsToBe(head),
    expected: callContent(content),
  })
}

/** What tells one file from another: its place on the disk if it is there, else its path. */
export function identitiesOf(path: string): string[] {
  if (path === '-' || isStandardInput(path)) return identityOfOpen(0)
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
    case 'pipe':
      return [resolve(target.path)]
    case 'file':
      return [target.real, ...(target.before === undefined ? [] : [`${target.before.dev}:${target.before.ino}`])]
    case 'folder':
      return [target.real]
  }
}

/** A file that the shell opened for us. Terminals and pipes may be both ends of one thing. */
function identityOfOpen(file: 0 | 1): string[] {
  try {
    const stat = fstatSync(file)
    return stat.isFile() ? [`${stat.dev}:${stat.ino}`] : []
  } catch {
    return []
  }
}

function isStandardOutput(path: string): boolean {
  return path === '-' || ['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'].includes(resolve(path))
}

function isStandardInput(path: string): boolean {
  return ['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(resolve(path))
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

const headBytes = 1 << 13

/** The first bytes, unpacked if the file is compressed. */
function headOf(path: string): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(headBytes)
    const bytes = head.subarray(0, readSync(file, head))
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
    return gunzipSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: 1 << 24 })
  } catch (error) {
    if (codeOf(error)?.startsWith('Z_') || codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return new Uint8Array(1)
    throw error
  } finally {
    closeSync(file)
  }
}
