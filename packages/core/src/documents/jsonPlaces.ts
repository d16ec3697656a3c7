/** Where the parts of a JSON text stand, for messages about files that people write by hand. */
import { jsonFault } from './jsonFault.ts'

/** Lines and columns count from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** The place of a character of a text. */
function placeOfCharacter(text: string, position: number): TextPlace {
  const before = text.slice(0, position).split('\n')
  return { line: before.length, column: before[before.length - 1].length + 1 }
}

/** Where a text that is not JSON goes wrong; its end, where it is cut short. */
export function placeOfFault(text: string): TextPlace {
  return placeOfCharacter(text, jsonFault(text))
}

/**
 * The place of a part of a text that is known to be JSON, such as `methods[1].options.trees`; of the nearest part around it, if it is not there.
 * Where a key is there twice, it is the last one, as for the parser.
 */
export function placeOfPart(text: string, part: string): TextPlace {
  return placeOfCharacter(text, new Scanner(text, 'value').find(stepsTo(part)))
}

/** The place of a key of a part, whatever its letters: of one that should not be there. */
export function placeOfKey(text: string, part: string, key: string): TextPlace {
  return placeOfCharacter(text, new Scanner(text, 'key').find([...stepsTo(part), key]))
}

/** The first key that its object has twice, and where it stands the second time. Parsers take the last one and say nothing. */
export function repeatedKey(text: string): { readonly key: string; readonly place: TextPlace } | undefined {
  const found = new Scanner(text, 'key').repeated()
  return found && { key: found.key, place: placeOfCharacter(text, found.at) }
}

type Step = string | number

function stepsTo(part: string): Step[] {
  return Array.from(part.matchAll(/\[(\d+)\]|([^.[\]]+)/g), ([, index, key]) => (index === undefined ? key : Number(index)))
}

/** Walks over JSON without reading its values. */
class Scanner {
  private readonly text: string
  private readonly wanted: 'value' | 'key'
  private at = 0

  constructor(text: string, wanted: 'value' | 'key') {
    this.text = text
    this.wanted = wanted
  }

  /** The position of the value at the end of the path, or of its key; or of the last value on the way to it. */
  find(path: readonly Step[]): number {
    this.space()
    const start = this.at
    const [step, ...rest] = path
    const opening = this.text[start]
    let found = start
    if (step === undefined || (opening !== '{' && opening !== '[')) {
      this.skip()
      return start
    }
    this.at++
    for (let index = 0; !this.closes(); index++) {
      const before = this.at
      const key = opening === '{' ? this.key() : index
      if (key === step) {
        const value = this.find(rest)
        found = rest.length === 0 && this.wanted === 'key' ? before : value
      } else this.skip()
      this.space()
      if (this.text[this.at] === ',') this.at++
    }
    return found
  }

  /** Of the value that begins here, and of all within it. */
  repeated(): { readonly key: string; readonly at: number } | undefined {
    this.space()
    const opening = this.text[this.at]
    if (opening !== '{' && opening !== '[') {
      this.skip()
      return undefined
    }
    this.at++
    const keys = new Set<string>()
    while (!this.closes()) {
      const at = this.at
      const key = opening === '{' ? this.key() : undefined
      if (key !== undefined && keys.has(key)) return { key, at }
      if (key !== undefined) keys.add(key)
      const within = this.repeated()
      if (within !== undefined) return within
      this.space()
      if (this.text[this.at] === ',') this.at++
    }
    return undefined
  }

  private closes(): boolean {
    this.space()
    const character = this.text[this.at]
    if (character !== '}' && character !== ']' && character !== undefined) return false
    this.at++
    return true
  }

  private key(): string {
    const start = this.at
    this.skip()
    const key = JSON.parse(this.text.slice(start, this.at)) as string
    this.space()
    this.at++ // the colon
    this.space()
    return key
  }

  private skip(): void {
    this.space()
    const opening = this.text[this.at]
    if (opening === '"') {
      for (this.at++; this.text[this.at] !== '"'; this.at++) if (this.text[this.at] === '\\') this.at++
      this.at++
    } else if (opening === '{' || opening === '[') {
      this.at++
      while (!this.closes()) {
        if (opening === '{') this.key()
        this.skip()
        this.space()
        if (this.text[this.at] === ',') this.at++
      }
    } else while (this.at < this.text.length && !/[\s,\]}]/.test(this.text[this.at])) this.at++
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++
  }
}
