/**
 * The words of a text: runs of letters, marks and digits, in lower case and without accents. Scripts that are written without spaces give
 * every two characters that follow each other. A word is known by a hash of 32 bits. The tables are ours (`characters.ts`), so the words
 * are the same wherever the code runs.
 */
import { type Characters, characters, inside, outside } from './characters.ts'

/** Stands before and after a word in its trigrams, and after it among the letters. */
const edge = 32

export class WordReader {
  /** How many texts were read: tells whether the words are still those of before. */
  version = 0
  /** The words of the text last read, `count` of them. */
  count = 0
  hashes: Uint32Array = new Uint32Array(64)
  /** Hashes of runs of three characters, each once, words with an edge on both sides; as many as `readTrigrams` found. */
  trigrams: Uint32Array = new Uint32Array(256)
  /** Characters of the words, one word after another, each with an edge behind it; word i starts at starts[i]. */
  letters: Uint32Array = new Uint32Array(512)
  starts: Uint32Array = new Uint32Array(65)
  /** Whether every character of the words is one of ASCII. */
  isAscii = true
  private readonly table: Characters = characters()
  private used = 0
  /** Where the middle of each trigram stands among the characters. */
  private middles: Uint32Array = new Uint32Array(256)
  private seen: Uint32Array = new Uint32Array(1024)
  private seenStamp: Uint32Array = new Uint32Array(1024)
  private stamp = 0

  /** Reads the words of a text and returns how many there are. */
  read(text: string): number {
    this.version++
    this.reserve(text.length)
    const { letters, starts, hashes } = this
    const { asciiLetters } = this.table
    const { length } = text
    starts[0] = 0
    // One declaration for each: taken from a pattern, `[at, count] = [0, 0]`, they make the loop take half as long again.
    let at = 0
    let count = 0
    let hash = offsetBasis
    let used = 0
    let start = 0
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (code > 127) break
      const letter = asciiLetters[code]
      if (letter > 0) {
        letters[used++] = letter
        hash = step(hash, letter)
      } else if (used > start) {
        hashes[count++] = mixed(hash)
        letters[used++] = edge
        starts[count] = start = used
        hash = offsetBasis
      }
    }
    this.count = count
    this.used = used
    this.isAscii = true
    if (at < length) this.readFrom(text, at, hash)
    else if (used > start) this.endWord(hash)
    return this.count
  }

  /** Reads the rest of a text, from the first character on that is none of ASCII. `hash` is that of the word before it. */
  private readFrom(text: string, from: number, hashBefore: number): void {
    const { classes, folds } = this.table
    const { letters } = this
    let previous = this.used > this.starts[this.count] ? inside : outside
    let hash = hashBefore
    let every = 0
    let used = this.used
    for (let at = from; at < text.length; at++) {
      let code = text.charCodeAt(at)
      let found: number
      if (code >= 0xd800 && code <= 0xdbff && at + 1 < text.length) {
        code = text.codePointAt(at) as number
        if (code > 0xffff) at++
        found = code > 0xffff ? this.table.classBeyond(code) : outside
      } else {
        found = classes[code]
        if (found !== outside) {
          code = folds[code]
          if (code === 0) continue
        }
      }
      if (found !== previous) {
        if (previous !== outside) used = this.endRun(previous, hash, used)
        previous = found
        hash = offsetBasis
      }
      if (found === outside) continue
      letters[used++] = code
      hash = step(hash, code)
      every |= code
    }
    if (previous !== outside) this.endRun(previous, hash, used)
    this.isAscii = every < 128
  }

  /** The i-th word as it is compared: in lower case and without accents. */
  word(i: number): string {
    let text = ''
    for (let at = this.starts[i]; this.letters[at] !== edge; at++) text += String.fromCodePoint(this.letters[at])
    return text
  }

  /** Finds the trigrams of the words last read: each letter is the middle of one. */
  readTrigrams(): number {
    const { letters, starts, count, used } = this
    this.openSeen(used)
    if (this.trigrams.length < used) {
      this.trigrams = new Uint32Array(2 * used)
      this.middles = new Uint32Array(2 * used)
    }
    const { seen, seenStamp, stamp, trigrams, middles } = this
    const mask = seen.length - 1
    let found = 0
    for (let word = 0; word < count; word++) {
      const end = starts[word + 1]
      let first = edge
      let second = letters[starts[word]]
      for (let at = starts[word] + 1; at < end; at++) {
        const third = letters[at]
        const hash = mixed(step(step(step(offsetBasis, first), second), third))
        let place = hash & mask
        while (seenStamp[place] === stamp && seen[place] !== hash) place = (place + 1) & mask
        if (seenStamp[place] !== stamp) {
          seen[place] = hash
          seenStamp[place] = stamp
          middles[found] = at - 1
          trigrams[found++] = hash
        }
        first = second
        second = third
      }
    }
    return found
  }

  /** The i-th trigram as a pattern for words: `wi*` begins a word, `*rel*` is within one, `*ss` ends it, and `a` is a word of one letter. */
  trigram(i: number): string {
    const { letters, starts } = this
    const middle = this.middles[i]
    const word = starts.subarray(0, this.count).findLastIndex((start) => start <= middle)
    const before = middle === starts[word] ? '' : `*${String.fromCodePoint(letters[middle - 1])}`
    const after = letters[middle + 1] === edge ? '' : `${String.fromCodePoint(letters[middle + 1])}*`
    return `${before}${String.fromCodePoint(letters[middle])}${after}`
  }

  private openSeen(entries: number): void {
    let size = this.seen.length
    while (size < 2 * (entries + 1)) size *= 2
    if (size > this.seen.length || this.stamp === 0xffffffff) {
      this.seen = new Uint32Array(size)
      this.seenStamp = new Uint32Array(size)
      this.stamp = 0
    }
    this.stamp++
  }

  /**
   * A run of characters of one class has ended: one word, or every two characters of a script without spaces. `hash` is that of the run, and
   * the characters end at `used`. Returns where those of the words end.
   */
  private endRun(kind: number, hash: number, used: number): number {
    this.used = used
    const start = this.starts[this.count]
    if (kind === inside || used - start <= 2) this.endWord(hash)
    else {
      const run = this.letters.slice(start, used)
      this.used = start
      for (let at = 0; at + 1 < run.length; at++) {
        this.letters[this.used++] = run[at]
        this.letters[this.used++] = run[at + 1]
        this.endWord(step(step(offsetBasis, run[at]), run[at + 1]))
      }
    }
    return this.used
  }

  private endWord(hash: number): void {
    this.hashes[this.count++] = mixed(hash)
    this.letters[this.used++] = edge
    this.starts[this.count] = this.used
  }

  /** Room for the words of a text of so many characters: at most one word, two letters and an edge for each. */
  private reserve(characterCount: number): void {
    if (this.hashes.length > characterCount) return
    this.hashes = new Uint32Array(2 * characterCount)
    this.starts = new Uint32Array(2 * characterCount + 1)
    this.letters = new Uint32Array(6 * characterCount)
  }
}

/** As a signed number: the steps give such, and the loops keep to one kind. */
const offsetBasis = 0x811c9dc5 | 0

/** The hash of a word that is compared as it is, such as a category. */
export function textHash(text: string): number {
  let hash = offsetBasis
  for (let at = 0; at < text.length; at++) hash = step(hash, text.charCodeAt(at))
  return mixed(hash)
}

/** The same of a text whose code units are these bytes. */
export function hashOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = offsetBasis
  for (let at = start; at < end; at++) hash = step(hash, bytes[at])
  return mixed(hash)
}

/** FNV-1a, a character at a time. */
function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

/** The last step of MurmurHash3, which spreads every bit over the others. */
function mixed(hash: number): number {
  let bits = hash
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
