/** Reads what `partLines` writes. */
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type RankingLists, RankwrightError } from '@rankwright/core'
import { sectionBytes } from '../packed/packedFormat.ts'
import { sectionLists } from '../packed/sectionLists.ts'
import { reportedProblem } from './answerRows.ts'
import { leadingFields } from './fields.ts'
import { factsShape, type PartFacts } from './partFacts.ts'
import { leaveFile, PartNotHere, partFileName, partInFile } from './partFiles.ts'
import { NO_PART } from './partLines.ts'

/** A part that has come whole, or that lies in a file. */
export interface ReadPart {
  readonly part: number
  readonly facts: PartFacts
  /** Throws `PartNotHere` where its file is missing or damaged. */
  lists(): RankingLists
}

/** A part of which some pieces have come. */
interface OpenPart {
  readonly part: number
  readonly pieces: number
  readonly facts: PartFacts
  readonly bytes: Buffer<ArrayBuffer>
  /** The piece that comes next, and where its bytes go. */
  next: number
  at: number
}

/** Puts parts together from lines, as they come. With a folder, parts may lie there as files, and those that come as lines are left there. */
export class PartReader {
  readonly #folder: string | undefined
  #open: OpenPart | undefined

  constructor(folder?: string) {
    this.#folder = folder
  }

  /** The part that this line completes. An error is of the part that `part` says. */
  add(line: Buffer): ReadPart | undefined {
    const leading = leadingFields(line, 4)
    if (leading === undefined) throw broken(-1, 'a line has fewer than the five fields part, piece, pieces, facts, bytes')
    const [part, piece, pieces] = leading.fields.slice(0, 3).map(countOf)
    const text = line.toString('latin1', leading.rest)
    if (leading.fields[0] === String(NO_PART)) throw reportedProblem(leading.fields[3])
    if (this.#open === undefined && pieces === 0) return this.#inFile(part, leading.fields[3], text)
    const open = this.#open ?? begun(part, piece, pieces, leading.fields[3])
    this.#open = open
    if (part !== open.part || piece !== open.next || pieces !== open.pieces) {
      this.#open = undefined
      throw broken(open.part, `piece ${open.next} of ${open.pieces} should come here, not piece ${piece} of ${pieces} of part ${part}`)
    }
    const isLast = ++open.next === open.pieces
    const end = open.at + Buffer.byteLength(text, 'base64')
    if (end > open.bytes.length || (isLast && end < open.bytes.length)) {
      this.#open = undefined
      throw broken(part, `it has ${isLast ? '' : 'at least '}${end} bytes, and its facts say ${open.bytes.length}`)
    }
    open.at += open.bytes.write(text, open.at, 'base64')
    if (!isLast) return undefined
    this.#open = undefined
    if (crc32(open.bytes) !== open.facts.crc) throw broken(part, 'its checksum is wrong')
    const { facts, bytes } = open
    if (this.#folder !== undefined) leaveFile(join(this.#folder, partFileName(part, facts)), bytes)
    const lists = sectionLists(facts, facts, bytes.buffer)
    return { part, facts, lists: () => lists }
  }

  /** The last field is the name of its file. */
  #inFile(part: number, json: string, name: string): ReadPart {
    if (this.#folder === undefined) throw broken(part, 'it lies in a file, and no folder of parts was given')
    if (!/^\w[\w.-]*$/.test(name)) throw broken(part, 'the name of its file has other characters than letters, digits, dots and dashes')
    const path = join(this.#folder, name)
    const facts = factsOf(part, json)
    let lists: RankingLists | undefined
    return {
      part,
      facts,
      lists() {
        if (lists !== undefined) return lists
        const bytes = partInFile(path, facts, sectionBytes(facts, facts))
        if (bytes === undefined) throw new PartNotHere(part)
        lists = sectionLists(facts, facts, bytes)
        return lists
      },
    }
  }

  /** At the end of the lines. */
  end(): void {
    if (this.#open === undefined) return
    const { part, next, pieces } = this.#open
    this.#open = undefined
    throw broken(part, `it ends after ${next} of ${pieces} pieces`)
  }
}

function begun(part: number, piece: number, pieces: number, json: string): OpenPart {
  if (part < 0) throw broken(part, 'a line does not begin with the number of a part')
  if (piece !== 0) throw broken(part, `it begins with piece ${piece}`)
  if (pieces < 1) throw broken(part, 'it has no pieces')
  const facts = factsOf(part, json)
  return { part, pieces, facts, bytes: bytesFor(part, facts), next: 0, at: 0 }
}

function factsOf(part: number, json: string): PartFacts {
  let facts: PartFacts
  try {
    facts = JSON.parse(json)
  } catch {
    throw broken(part, 'its facts are no JSON')
  }
  try {
    factsShape('facts', facts)
  } catch (error) {
    throw broken(part, error instanceof Error ? error.message : String(error))
  }
  return facts
}

function bytesFor(part: number, facts: PartFacts): Buffer<ArrayBuffer> {
  const length = sectionBytes(facts, facts)
  try {
    return Buffer.from(new ArrayBuffer(length))
  } catch {
    throw broken(part, `its ${length} bytes do not fit into the memory of a worker`)
  }
}

function countOf(field: string): number {
  return /^\d{1,9}$/.test(field) ? Number(field) : -1
}

function broken(part: number, reason: string): RankwrightError {
  return new RankwrightError({ area: 'engine', code: 'part-broken', part, reason })
}
