import type { JsonUse } from './jsonColumns.ts'
import type { JsonLine } from './jsonLine.ts'

interface ExpectedKey {
  /** As it is written, with its quotes. */
  readonly bytes: Uint8Array
  readonly key: string
  readonly use: JsonUse
}

/** Keys mostly come in the same order in every object: the one that stood at the same place before is tried first. */
export class ExpectedKeys {
  /** The key just read, and what it is for. */
  key = ''
  use: JsonUse = 'ignored'
  private readonly json: JsonLine
  private readonly lookUp: (name: string) => JsonUse
  private readonly keys: ExpectedKey[] = []
  private place = -1

  constructor(json: JsonLine, lookUp: (name: string) => JsonUse) {
    this.json = json
    this.lookUp = lookUp
  }

  /** A new object begins. */
  restart(): void {
    this.place = -1
  }

  /** Reads the key at this position, without decoding it if it is the expected one. */
  readonly read = (): void => {
    const { json } = this
    const expected = this.keys[++this.place]
    if (expected !== undefined && json.same(expected.bytes)) {
      this.key = expected.key
      this.use = expected.use
      return
    }
    const start = json.position
    this.key = json.text()
    this.use = this.lookUp(this.key)
    this.keys[this.place] = { bytes: json.bytes.slice(start, json.position), key: this.key, use: this.use }
  }
}
