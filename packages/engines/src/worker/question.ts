/** What a driver asks its workers: an operation with what is said with it, as bytes of `wire.ts`. */
import { RankwrightError } from '@rankwright/core'
import { either, fields, instanceOf, oneOf, optional, requireArguments, text, texts } from '@rankwright/core/arguments'
import { type AskedOf, type OperationName, operationNames } from '@rankwright/core/runtime'
import type { ChosenColumns } from '../parts/packedParts.ts'
import type { SectionQuestion } from '../parts/sectionParts.ts'
import { version } from '../version.ts'
import { wireBytes, wireValue } from './wire.ts'

const columnsShape = fields({ from: instanceOf(Int32Array), names: optional(texts) })

/** The bytes of a question, for `rankwright worker`: in a file, or as base64 on its command line. */
export function questionBytes<Name extends OperationName>(name: Name, asked: AskedOf<Name>, columns?: ChosenColumns): Uint8Array {
  requireArguments({ name, asked, columns }, { name: oneOf(...operationNames), asked: something, columns: optional(columnsShape) })
  try {
    return wireBytes({ version, op: name, asked, ...(columns && { columns }) })
  } catch (error) {
    refused('asked', asked)
    throw error
  }
}

const something = either('an object', (given) => typeof given === 'object' && given !== null)
const refused = either('plain data: numbers, texts, arrays of numbers, and objects of them', () => false)

/**
 * The question of some bytes; an error where this worker is of another version, or was started for another operation. Without bytes the operation is
 * asked with nothing to say.
 */
export function questionOf(bytes: Uint8Array | undefined, op: OperationName): SectionQuestion {
  if (bytes === undefined) {
    if (!(op in asksNothing)) throw new RankwrightError({ area: 'engine', code: 'worker-without-question', operation: op })
    return { name: op, asked: {} as AskedOf<OperationName> }
  }
  const question = wireValue(bytes, 'The question')
  fields({ version: text })('question', question)
  const { version: asking } = question as { readonly version: string }
  if (asking !== version) throw new RankwrightError({ area: 'engine', code: 'worker-version', found: version, expected: asking })
  questionShape('question', question)
  const { op: name, asked, columns } = question as { readonly op: OperationName } & Omit<SectionQuestion, 'name'>
  if (name !== op) throw new RankwrightError({ area: 'engine', code: 'worker-asked-other', found: op, expected: name })
  return { name, asked, columns }
}

/** The operations that are told nothing. */
const asksNothing = {
  summary: true,
  fingerprint: true,
  listWords: true,
  labelFacts: true,
  listIds: true,
  listSizes: true,
  listWeights: true,
} satisfies { readonly [Name in OperationName as Record<string, never> extends AskedOf<Name> ? Name : never]: true }

const questionShape = fields({ op: oneOf(...operationNames), asked: something, columns: optional(columnsShape) })
