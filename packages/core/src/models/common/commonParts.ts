/** What the files of all trained models have. */
import type { DocumentReader } from '../../documents/documentReader.ts'
import { autoRecordFrom } from './autoRecordJson.ts'
import { type MetLosses, metBets } from './metLosses.ts'
import type { EarlierModel, TrainedCommon, TrainingRecord, TunedOption } from './modelCommon.ts'
import type { DocumentParts } from './modelKind.ts'
import { optionsFrom } from './optionsJson.ts'
import { seenRecordDocument, seenRecordFrom } from './seenListsJson.ts'

/** The keys that stand in all of them. */
export const commonKeys: readonly string[] = ['format', 'version', 'kind', 'method', 'options', 'features', 'training']

export function commonParts(parts: Readonly<Record<string, unknown>>, read: DocumentReader): TrainedCommon {
  return {
    method: read.text(parts['method'], 'method'),
    options: optionsFrom(parts['options'], read),
    features: featuresFrom(parts['features'], read),
    training: trainingFrom(parts['training'], read),
  }
}

export function featuresFrom(value: unknown, read: DocumentReader): readonly string[] | number {
  if (!Array.isArray(value)) return read.count(value, 'features')
  const names = read.texts(value, 'features')
  const met = new Set<string>()
  const twice = names.find((name) => met.size === met.add(name).size)
  return twice === undefined ? names : read.fail('features', `the name ${JSON.stringify(twice)} appears twice`)
}

function trainingFrom(value: unknown, read: DocumentReader): TrainingRecord {
  const where = 'training'
  const parts = read.object(value, where, [
    'lists',
    'rows',
    'data',
    'valid?',
    'start?',
    'weighted?',
    'given',
    'fitted?',
    'tuned',
    'iterations',
    'objective',
    'optimality',
    'arithmetic',
    'library?',
    'met?',
    'auto?',
    'earlier?',
    'seen?',
  ])
  return {
    lists: read.count(parts['lists'], `${where}.lists`),
    rows: read.count(parts['rows'], `${where}.rows`),
    data: read.text(parts['data'], `${where}.data`),
    ...(parts['valid'] !== undefined && { valid: read.text(parts['valid'], `${where}.valid`) }),
    ...(parts['start'] !== undefined && { start: read.text(parts['start'], `${where}.start`) }),
    ...(parts['weighted'] !== undefined && { weighted: trueFrom(parts['weighted'], `${where}.weighted`, read) }),
    given: read.texts(parts['given'], `${where}.given`),
    ...(parts['fitted'] !== undefined && { fitted: read.texts(parts['fitted'], `${where}.fitted`) }),
    tuned: read.items(parts['tuned'], `${where}.tuned`).map((tuned, index) => tunedFrom(tuned, `${where}.tuned[${index}]`, read)),
    iterations: read.count(parts['iterations'], `${where}.iterations`),
    objective: read.number(parts['objective'], `${where}.objective`),
    optimality: read.number(parts['optimality'], `${where}.optimality`),
    arithmetic: read.choice(parts['arithmetic'], `${where}.arithmetic`, ['exact', 'relaxed', 'native']),
    ...(parts['library'] !== undefined && { library: read.text(parts['library'], `${where}.library`) }),
    ...(parts['met'] !== undefined && { met: metFrom(parts['met'], `${where}.met`, read) }),
    ...(parts['auto'] !== undefined && { auto: autoRecordFrom(parts['auto'], `${where}.auto`, read) }),
    ...(parts['earlier'] !== undefined && { earlier: earlierFrom(parts['earlier'], `${where}.earlier`, read) }),
    ...(parts['seen'] !== undefined && { seen: seenRecordFrom(parts['seen'], `${where}.seen`, read) }),
  }
}

function trueFrom(value: unknown, where: string, read: DocumentReader): true {
  return value === true ? value : read.fail(where, 'expected true')
}

function earlierFrom(value: unknown, where: string, read: DocumentReader): readonly EarlierModel[] {
  return read.items(value, where).map((each, index) => {
    const at = `${where}[${index}]`
    const parts = read.object(each, at, ['model', 'data', 'lists', 'rows', 'metric', 'delta', 'interval?', 'heldOut'])
    const ends =
      parts['interval'] === undefined
        ? undefined
        : read.items(parts['interval'], `${at}.interval`).map((end) => read.number(end, `${at}.interval`))
    if (ends !== undefined && ends.length !== 2) read.fail(`${at}.interval`, `expected 2 numbers, found ${ends.length}`)
    return {
      model: read.text(parts['model'], `${at}.model`),
      data: read.text(parts['data'], `${at}.data`),
      lists: read.count(parts['lists'], `${at}.lists`),
      rows: read.count(parts['rows'], `${at}.rows`),
      metric: read.text(parts['metric'], `${at}.metric`),
      delta: read.number(parts['delta'], `${at}.delta`),
      ...(ends && { interval: [ends[0], ends[1]] as const }),
      heldOut: read.count(parts['heldOut'], `${at}.heldOut`),
    }
  })
}

function metFrom(value: unknown, where: string, read: DocumentReader): MetLosses {
  const { lists, ceiling, sum, logs } = read.object(value, where, ['lists', 'ceiling', 'sum', 'logs'])
  const count = read.count(lists, `${where}.lists`)
  const numbers = read.items(logs, `${where}.logs`).map((log) => read.number(log, `${where}.logs`, { atMost: 0 }))
  if (numbers.length !== metBets.length) read.fail(`${where}.logs`, `expected ${metBets.length} numbers, found ${numbers.length}`)
  return {
    lists: count,
    ceiling: read.number(ceiling, `${where}.ceiling`, { atLeast: 0 }),
    sum: read.number(sum, `${where}.sum`, { atLeast: 0, atMost: count }),
    logs: numbers,
  }
}

/** The record as plain JSON values, arrays encoded. */
export function trainingDocument({ seen, ...record }: TrainingRecord): DocumentParts {
  return { ...record, ...(seen && { seen: seenRecordDocument(seen) }) }
}

function tunedFrom(value: unknown, where: string, read: DocumentReader): TunedOption {
  const { option, on, metric, tried, triedFrom, values } = read.object(value, where, [
    'option',
    'on',
    'metric',
    'tried',
    'triedFrom?',
    'values',
  ])
  return {
    option: read.text(option, `${where}.option`),
    on: read.choice(on, `${where}.on`, ['valid', 'folds', 'left-out lists', 'left-out items', 'training lists']),
    metric: read.text(metric, `${where}.metric`),
    tried: read.items(tried, `${where}.tried`).map((value) => (typeof value === 'string' ? value : read.number(value, `${where}.tried`))),
    ...(triedFrom !== undefined && { triedFrom: read.choice<'given' | 'fitted'>(triedFrom, `${where}.triedFrom`, ['given', 'fitted']) }),
    values: read.items(values, `${where}.values`).map((number) => read.number(number, `${where}.values`)),
  }
}
