import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import type { Calibration } from '../../rules/calibration.ts'
import type { DocumentParts } from './modelKind.ts'
import { seenListsDocument, seenListsFrom } from './seenListsJson.ts'

export function calibrationToDocument({ margins, probabilities, lists, pairs, data, trained, seen }: Calibration): DocumentParts {
  const curve = { margins: encodeArray('f64', margins), probabilities: encodeArray('f64', probabilities) }
  return { lists, pairs, data, ...(trained !== undefined && { trained }), ...(seen && { seen: seenListsDocument(seen) }), ...curve }
}

export function calibrationFromDocument(value: unknown, where: string, read: DocumentReader): Calibration {
  const parts = read.object(value, where, ['lists', 'pairs', 'data', 'trained?', 'seen?', 'margins', 'probabilities'])
  const margins = read.float64(parts['margins'], `${where}.margins`)
  const probabilities = read.float64(parts['probabilities'], `${where}.probabilities`, margins.length)
  if (margins[0] !== 0 || !rising(margins, true)) read.fail(`${where}.margins`, 'expected numbers that rise from 0')
  if (probabilities[0] !== 0.5 || !rising(probabilities, false) || probabilities[probabilities.length - 1] > 1)
    read.fail(`${where}.probabilities`, 'expected numbers from 0.5 to at most 1 that never fall')
  return {
    lists: read.count(parts['lists'], `${where}.lists`),
    pairs: read.count(parts['pairs'], `${where}.pairs`),
    data: read.text(parts['data'], `${where}.data`),
    ...(parts['trained'] !== undefined && { trained: read.count(parts['trained'], `${where}.trained`) }),
    ...(parts['seen'] !== undefined && { seen: seenListsFrom(parts['seen'], `${where}.seen`, read) }),
    margins,
    probabilities,
  }
}

function rising(values: Float64Array, strictly: boolean): boolean {
  return values.every((value, place) => place === 0 || value > values[place - 1] || (!strictly && value === values[place - 1]))
}
