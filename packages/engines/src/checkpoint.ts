/**
 * Answers of packed lists in a file, so that a training that was ended goes on where it was: a trainer asks the same questions again, and those that have been answered
 * are not computed again. The file begins with "RWANSW1\n". Records follow: length (u32) · CRC-32 (u32) · key (32 bytes) · the answer, as bytes of `wire.ts`. The key is a
 * hash of the version, the lists and the question, so answers to others are never taken.
 */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { RankwrightError } from '@rankwright/core'
import { requireArguments, text } from '@rankwright/core/arguments'
import type { AnswerOf, AskedOf, HeldLists, OperationName, Training } from '@rankwright/core/runtime'
import { fileFailure } from '@rankwright/node'
import { heldParts, partsShape } from './parts/heldParts.ts'
import type { PackedParts } from './parts/packedParts.ts'
import { version } from './version.ts'
import { wireBytes, wireValue } from './worker/wire.ts'

const START = Buffer.from('RWANSW1\n')
const HEAD_BYTES = 8
const KEY_BYTES = 32

/** Packed lists whose answers are kept in a file. */
export interface CheckpointedLists {
  /** For a training. */
  readonly lists: HeldLists
  /** Answers that the file had. */
  readonly known: number
  /** Closes the file, which stays. */
  close(): void
  /** Closes it and removes it: the training is done. */
  remove(): void
}

/**
 * Packed lists as trainers take them, which write every answer to a file before they give it, and begin with the answers that the file has. An end of the file that
 * was cut off is written anew.
 */
export function checkpointedParts(parts: PackedParts, path: string): CheckpointedLists {
  requireArguments({ parts, path }, { parts: partsShape, path: text })
  const answers = new AnswerFile(path)
  const { about, sizes } = parts
  const identity = hashOf([version, about.width, about.featureNames, sizes.map(({ lists, rows, crc }) => [lists, rows, crc])])
  return {
    lists: recorded(heldParts(parts), identity, answers),
    known: answers.count,
    close: () => answers.close(),
    remove() {
      answers.close()
      rmSync(path, { force: true })
    },
  }
}

/** `identity` tells the lists and their columns. */
function recorded(lists: HeldLists, identity: Buffer, answers: AnswerFile): HeldLists {
  const other = (made: HeldLists, ...how: readonly unknown[]) => recorded(made, hashOf([identity.toString('hex'), ...how]), answers)
  return {
    ...lists,
    *ask<Name extends OperationName>(name: Name, asked: AskedOf<Name>): Training<AnswerOf<Name>> {
      const key = hashOf([identity.toString('hex'), name], wireBytes(asked))
      const known = answers.get(key)
      if (known !== undefined) return known as AnswerOf<Name>
      const answer = yield* lists.ask(name, asked)
      if (!isLost(answer)) answers.add(key, answer)
      return answer
    },
    withColumns: (from, names) => other(lists.withColumns(from, names), 'columns', [...from], names),
    someLists: (chosen) => other(lists.someLists(chosen), 'lists', [...chosen]),
  }
}

/** Workers have not what the question goes on from: that is true for now. */
function isLost(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'lost' in answer
}

function hashOf(about: readonly unknown[], bytes: Uint8Array = new Uint8Array()): Buffer {
  return createHash('sha256').update(JSON.stringify(about)).update(bytes).digest()
}

class AnswerFile {
  readonly #path: string
  readonly #file: number
  /** Where answers are, by their keys. */
  readonly #places = new Map<string, { readonly at: number; readonly length: number }>()
  #end = 0

  constructor(path: string) {
    this.#path = path
    this.#file = this.#trying('cannot-read', () => openSync(path, 'a+'))
    try {
      this.#trying('cannot-read', () => this.#index())
    } catch (error) {
      closeSync(this.#file)
      throw error
    }
  }

  get count(): number {
    return this.#places.size
  }

  get(key: Buffer): unknown {
    const place = this.#places.get(key.toString('hex'))
    if (place === undefined) return undefined
    return wireValue(
      this.#trying('cannot-read', () => this.#read(place.at, place.length)),
      this.#path,
    )
  }

  add(key: Buffer, answer: unknown): void {
    const content = Buffer.concat([key, wireBytes(answer)])
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32LE(content.length, 0)
    head.writeUInt32LE(crc32(content), 4)
    const record = Buffer.concat([head, content])
    this.#write(record)
    this.#note(key.toString('hex'), content.length)
  }

  close(): void {
    closeSync(this.#file)
  }

  #note(key: string, length: number): void {
    this.#places.set(key, { at: this.#end + HEAD_BYTES + KEY_BYTES, length: length - KEY_BYTES })
    this.#end += HEAD_BYTES + length
  }

  /** Finds the records that are whole, and cuts off the rest. */
  #index(): void {
    const { size } = fstatSync(this.#file)
    const start = this.#read(0, Math.min(size, START.length))
    if (!start.equals(START.subarray(0, start.length)))
      throw new RankwrightError({ area: 'engine', code: 'no-checkpoint', file: this.#path })
    if (start.length < START.length) {
      ftruncateSync(this.#file, 0)
      this.#write(START)
    }
    this.#end = START.length
    while (this.#end + HEAD_BYTES <= size) {
      const head = this.#read(this.#end, HEAD_BYTES)
      const length = head.readUInt32LE(0)
      if (length < KEY_BYTES || this.#end + HEAD_BYTES + length > size) break
      const content = this.#read(this.#end + HEAD_BYTES, length)
      if (crc32(content) !== head.readUInt32LE(4)) break
      this.#note(content.toString('hex', 0, KEY_BYTES), length)
    }
    if (this.#end < size) ftruncateSync(this.#file, this.#end)
  }

  #read(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length)
    for (let done = 0; done < length; ) {
      const count = readSync(this.#file, bytes, done, length - done, at + done)
      if (count === 0) throw new Error('the file has become shorter')
      done += count
    }
    return bytes
  }

  #write(bytes: Uint8Array): void {
    this.#trying('cannot-write', () => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at)
    })
  }

  #trying<Result>(code: 'cannot-read' | 'cannot-write', work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw fileFailure(code, this.#path, error)
    }
  }
}
