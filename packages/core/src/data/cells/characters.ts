import { classChanges, foldRuns } from './characterTables.ts'

/** What a character is in a word: nothing, or a part of it. 2 is a part of a script that is written without spaces. */
export const outside = 0
export const inside = 1

export interface Characters {
  /** Of the characters up to U+FFFF. */
  readonly classes: Uint8Array
  /** What each of them counts as: in lower case, without accents; 0 if it is left out. */
  readonly folds: Uint16Array
  /** What the characters of ASCII count as, all in one: 0 if they are in no word. */
  readonly asciiLetters: Uint8Array
  /** The class of a character beyond U+FFFF. */
  classBeyond(code: number): number
}

let known: Characters | undefined

/** The tables, laid out when they are first needed. */
export function characters(): Characters {
  known ??= laidOut()
  return known
}

function laidOut(): Characters {
  const classes = new Uint8Array(0x10000)
  const beyond: { readonly from: number; readonly found: number }[] = []
  let [start, open] = [0, outside]
  for (const change of classChanges.split(' ')) {
    const code = start + Number.parseInt(change.slice(0, -1), 36)
    if (start < 0x10000) classes.fill(open, start, Math.min(code, 0x10000))
    open = 'nsu'.indexOf(change.slice(-1))
    start = code
    if (code >= 0x10000) beyond.push({ from: code, found: open })
  }
  const folds = foldTable()
  const asciiLetters = Uint8Array.from({ length: 128 }, (_, code) => (classes[code] === outside ? 0 : folds[code]))
  return { classes, folds, asciiLetters, classBeyond: (code) => classIn(beyond, code) }
}

function classIn(changes: readonly { readonly from: number; readonly found: number }[], code: number): number {
  let [low, high] = [0, changes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (changes[middle].from <= code) low = middle + 1
    else high = middle
  }
  return low === 0 ? outside : changes[low - 1].found
}

function foldTable(): Uint16Array {
  const folds = Uint16Array.from({ length: 0x10000 }, (_, code) => code)
  let place = 0
  for (const run of foldRuns.split(' ')) {
    const [distance, count, step, offset] = run.split(':')
    place += Number.parseInt(distance, 36)
    const width = Number.parseInt(step, 36)
    for (let i = 0; i < Number.parseInt(count, 36); i++) {
      const code = place + i * width
      folds[code] = offset === 'x' ? 0 : code + Number.parseInt(offset, 36)
    }
  }
  return folds
}
