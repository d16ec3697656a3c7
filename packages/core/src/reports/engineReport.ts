import { count, fields, type Shape, text } from '../arguments/shapes.ts'

/** What computed, where the lists were not in the memory of this process. */
export interface EngineReport {
  readonly name: string
  /** Of the software behind it. */
  readonly version: string
  /** How many parts the lists were packed into. */
  readonly parts: number
}

export const engineShape: Shape = fields({ name: text, version: text, parts: count() })
