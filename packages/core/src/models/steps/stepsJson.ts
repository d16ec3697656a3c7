import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { commonKeys, commonParts, trainingDocument } from '../common/commonParts.ts'
import { featureCount } from '../common/modelCommon.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import type { StepFunctions, StepsModel } from './steps.ts'

const ownKeys = ['columns', 'starts', 'thresholds', 'levels', 'missing'] as const

export function stepsToDocument({ method, options, features, training, ...own }: StepsModel): DocumentParts {
  return {
    method,
    options,
    features,
    columns: encodeArray('i32', own.columns),
    starts: encodeArray('i32', own.starts),
    thresholds: encodeArray('f32', own.thresholds),
    levels: encodeArray('f64', own.levels),
    missing: encodeArray('f64', own.missing),
    training: trainingDocument(training),
  }
}

export function stepsFromDocument(document: DocumentParts, read: DocumentReader): StepsModel {
  const parts = read.object(document, 'the top', [...commonKeys, ...ownKeys])
  const common = commonParts(parts, read)
  return { kind: 'steps', ...common, ...functionsFrom(parts, featureCount(common), read) }
}

function functionsFrom(parts: DocumentParts, width: number, read: DocumentReader): StepFunctions {
  const columns = countsFrom(parts, 'columns', read)
  for (const [place, column] of columns.entries()) {
    if (column >= width) read.fail('columns', `there is no feature ${column + 1} among ${width}`)
    if (place > 0 && column <= columns[place - 1]) read.fail('columns', `they do not go up after number ${place}`)
  }
  const starts = countsFrom(parts, 'starts', read, columns.length + 1)
  const thresholds = read.float32(parts['thresholds'], 'thresholds')
  if (starts[0] !== 0 || starts[columns.length] !== thresholds.length)
    read.fail('starts', `they do not cover the ${thresholds.length} thresholds`)
  for (const [place, start] of starts.entries()) {
    if (place === columns.length) break
    if (start > starts[place + 1]) read.fail('starts', `they go down after number ${place + 1}`)
    for (let at = start + 1; at < starts[place + 1]; at++) {
      if (thresholds[at] <= thresholds[at - 1]) read.fail('thresholds', `those of feature ${columns[place] + 1} do not go up`)
    }
  }
  return {
    columns,
    starts,
    thresholds,
    levels: read.float64(parts['levels'], 'levels', thresholds.length + columns.length),
    missing: read.float64(parts['missing'], 'missing', columns.length),
  }
}

function countsFrom(parts: DocumentParts, key: string, read: DocumentReader, length?: number): Uint32Array {
  const found = read.int32(parts[key], key, length)
  const negative = found.find((count) => count < 0)
  return negative === undefined ? Uint32Array.from(found) : read.fail(key, `${negative} is below 0`)
}
