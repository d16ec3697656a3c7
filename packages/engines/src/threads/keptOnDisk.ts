import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import type { Kept } from '@rankwright/core/runtime'
import { fileFailure } from '@rankwright/node'

/** Keeps numbers of rows in memory, and large ones in files whose names begin with this path. */
export function keptOnDisk(path: string): Kept {
  const values = new Map<string, object>()
  const lengths = new Map<string, number>()
  const fileOf = (name: string) => `${path}-${name.replaceAll(' ', '-')}`
  return {
    get: (name) => values.get(name),
    set: (name, value) => void values.set(name, value),
    bytes(name, into) {
      if (lengths.get(name) !== into.length) return false
      fill(fileOf(name), into)
      return true
    },
    setBytes(name, bytes) {
      try {
        writeFileSync(fileOf(name), bytes)
      } catch (error) {
        throw fileFailure('cannot-write', fileOf(name), error)
      }
      lengths.set(name, bytes.length)
    },
    forget(name) {
      values.delete(name)
      if (lengths.delete(name)) rmSync(fileOf(name), { force: true })
    },
  }
}

function fill(path: string, into: Uint8Array): void {
  try {
    const file = openSync(path, 'r')
    try {
      for (let at = 0; at < into.length; ) {
        const count = readSync(file, into, at, into.length - at, at)
        if (count === 0) throw new Error('the file has become shorter')
        at += count
      }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw fileFailure('cannot-read', path, error)
  }
}
