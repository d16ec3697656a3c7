import type { Shape } from '../arguments/shapes.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { DocumentPart } from './documentPart.ts'
import { documentReader } from './documentReader.ts'

/** What a document could hold as this part: writing it and reading it back is the check. `expected` completes "give". */
export function documentShape<Value>(part: DocumentPart<Value>, expected: string): Shape {
  return (argument, value) => {
    const refuse = (where: string, reason: string): never => {
      throw new RankwrightError({ area: 'argument', code: 'argument-broken', argument: where, reason, expected })
    }
    let written: unknown
    try {
      written = JSON.parse(JSON.stringify(part.write(value as Value)))
    } catch {
      return refuse(argument, 'some of its parts are not there, or are of another kind')
    }
    part.read(written, argument, documentReader(argument, refuse))
  }
}
