import { mapOf, number } from '../../arguments/shapes.ts'

const numbersByDocument = mapOf(number(), 'numbers by the ids of documents')

export const requireQrels: (argument: string, given: unknown) => void = mapOf(
  numbersByDocument,
  'judgements, as parseQrels and readQrels give them',
)

export const requireRun: (argument: string, given: unknown) => void = mapOf(numbersByDocument, 'a run, as parseRun and readRun give it')
