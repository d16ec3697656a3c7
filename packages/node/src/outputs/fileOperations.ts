import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  write,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { type Owner, ownOwner } from './owner.ts'

/**
 * Everything that the writing of outputs asks of the disk. Tests give another one that fails where they want. Small steps are
 * synchronous, so that no other work of the process comes between them; content is written without blocking.
 */
export interface FileOperations {
  /** Makes a file that is not there yet, and opens it for writing. */
  create(path: string, mode: number): number
  write(file: number, bytes: Uint8Array): Promise<number>
  writeNow(file: number, bytes: Uint8Array): number
  sync(file: number): Promise<void>
  syncNow(file: number): void
  /** Puts the names in a folder on the disk. */
  syncFolder(path: string): void
  close(file: number): void
  setMode(file: number, mode: number): void
  setOwner(file: number, user: number, group: number): void
  rename(from: string, to: string): void
  /** Gives a file a second name. */
  link(from: string, to: string): void
  remove(path: string): void
  makeFolder(path: string): void
  /** Fails when the folder is not empty. */
  removeFolder(path: string): void
  removeTree(path: string): void
  /** Who writes: it is part of the names of unfinished files. */
  readonly owner: Owner
}

const writeLater = promisify(write)

/** The disk itself. */
export const diskOperations: FileOperations = {
  create: (path, mode) => openSync(path, 'wx', mode),
  write: async (file, bytes) => (await writeLater(file, bytes)).bytesWritten,
  writeNow: (file, bytes) => writeSync(file, bytes),
  sync: promisify(fsync),
  syncNow: fsyncSync,
  syncFolder(path) {
    const folder = openedFolder(path)
    if (folder === undefined) return
    try {
      fsyncSync(folder)
    } catch (error) {
      if (!isUnsupported(error)) throw error
    } finally {
      closeSync(folder)
    }
  },
  close: closeSync,
  setMode: fchmodSync,
  setOwner: fchownSync,
  rename: renameSync,
  link: linkSync,
  remove: unlinkSync,
  makeFolder: (path) => mkdirSync(path),
  removeFolder: (path) => rmdirSync(path),
  removeTree: (path) => rmSync(path, { recursive: true, force: true }),
  get owner() {
    return ownOwner()
  },
}

/** Undefined on Windows, which opens no folders, and for a folder that may be written but not read. */
function openedFolder(path: string): number | undefined {
  if (process.platform === 'win32') return undefined
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'EACCES') return undefined
    throw error
  }
}

/** Some file systems cannot sync folders, or have no second names. */
export function isUnsupported(error: unknown): boolean {
  return ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM', 'EMLINK', 'EXDEV'].includes(codeOf(error) ?? '')
}

/** The code of an error of the operating system. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
