/** The files in the folder of an experiment that the next run reads: each is whole or not there, and has a checksum. */

import { type DocumentReader, documentReader } from '../documents/documentReader.ts'
import { encodeArray } from '../documents/jsonArray.ts'
import { type DocumentFormat, documentText, parsedDocument } from '../documents/jsonDocument.ts'
import type { FoldMeasurements } from '../library/foldMeasurements.ts'
import type { GridEdge } from '../library/gridEdges.ts'
import type { TunedOption } from '../models/common/modelCommon.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { TrialOptions } from '../trainers/common/trialOptions.ts'
import type { ExperimentPart } from './experiment.ts'
import type { MeasuredPart } from './measuredPart.ts'

/** The setting that a search chose. */
export interface ChosenRecord {
  readonly options: TrialOptions
  readonly on: TunedOption['on']
  readonly score: number
  readonly trials: number
  /** Options whose value lies at an end of those that a grid had. */
  readonly edges?: readonly GridEdge[]
}

/** A training that has ended: with a model, or with the reason why there is none. */
export interface FinishedPart extends ExperimentPart {
  /** Training lists. */
  readonly lists: number
  readonly seconds: number
  readonly chosen?: ChosenRecord
  readonly measured?: MeasuredPart
  readonly failed?: string
}

/** What is known of a fold: its lists, told apart by fingerprints. */
export interface ExperimentFold {
  readonly data: string
  readonly fold: string
  readonly train: FoldLists
  readonly valid?: FoldLists
  readonly test: FoldLists
  /** The test lists by name. */
  readonly ids: readonly string[]
  readonly weights?: Float64Array
  readonly notes: readonly string[]
}

export interface FoldLists {
  readonly lists: number
  readonly rows: number
  readonly fingerprint: string
}

const formats = {
  part: { format: 'rankwright-experiment-part', version: 1, sealed: true },
  step: { format: 'rankwright-experiment-step', version: 1, sealed: true },
  fold: { format: 'rankwright-experiment-fold', version: 1, sealed: true },
} as const satisfies Readonly<Record<string, DocumentFormat>>

function head(kind: keyof typeof formats) {
  const { format, version } = formats[kind]
  return { format, version }
}

export function partText({ measured, ...part }: FinishedPart): string {
  return documentText({
    ...head('part'),
    ...part,
    ...(measured && {
      measured: {
        values: measured.values.map(numbersDocument),
        unseen: encodeArray('i32', measured.unseen),
        first: encodeArray('i32', measured.first),
        ...(measured.untested !== undefined && { untested: measured.untested }),
        notes: measured.notes,
      },
    }),
  })
}

export function partFrom(text: string, file: string): FinishedPart {
  return read(text, file, 'part', (document, reader) => {
    const keys = ['data', 'fold', 'method', 'seed', 'share', 'lists', 'seconds', 'chosen?', 'measured?', 'failed?']
    const part = reader.object(document, 'part', keys)
    const { chosen, measured, failed } = part
    return {
      data: reader.text(part['data'], 'data'),
      fold: reader.text(part['fold'], 'fold'),
      method: reader.text(part['method'], 'method'),
      seed: reader.count(part['seed'], 'seed'),
      share: reader.number(part['share'], 'share', { above: 0, atMost: 1 }),
      lists: reader.count(part['lists'], 'lists'),
      seconds: reader.number(part['seconds'], 'seconds', { atLeast: 0 }),
      ...(chosen !== undefined && { chosen: chosenFrom(chosen, reader) }),
      ...(measured !== undefined && { measured: measuredFrom(measured, reader) }),
      ...(failed !== undefined && { failed: reader.text(failed, 'failed') }),
    }
  })
}

export function stepText({ values }: FoldMeasurements): string {
  return documentText({ ...head('step'), values: values.map((own) => (typeof own === 'object' ? numbersDocument(own) : (own ?? null))) })
}

export function stepFrom(text: string, file: string): FoldMeasurements {
  return read(text, file, 'step', (document, reader) => ({
    values: reader.items(reader.object(document, 'step', ['values'])['values'], 'values').map((own, place) => {
      if (own === null) return undefined
      return typeof own === 'string' ? own : numbersFrom(own, `values[${place}]`, reader)
    }),
  }))
}

export function foldText({ weights, ...fold }: ExperimentFold): string {
  return documentText({ ...head('fold'), ...fold, ...(weights && { weights: encodeArray('f64', weights) }) })
}

export function foldFrom(text: string, file: string): ExperimentFold {
  return read(text, file, 'fold', (document, reader) => {
    const fold = reader.object(document, 'fold', ['data', 'fold', 'train', 'valid?', 'test', 'ids', 'weights?', 'notes'])
    const lists = (key: string): FoldLists => {
      const part = reader.object(fold[key], key, ['lists', 'rows', 'fingerprint'])
      return {
        lists: reader.count(part['lists'], `${key}.lists`),
        rows: reader.count(part['rows'], `${key}.rows`),
        fingerprint: reader.text(part['fingerprint'], `${key}.fingerprint`),
      }
    }
    return {
      data: reader.text(fold['data'], 'data'),
      fold: reader.text(fold['fold'], 'fold'),
      train: lists('train'),
      ...(fold['valid'] !== undefined && { valid: lists('valid') }),
      test: lists('test'),
      ids: reader.texts(fold['ids'], 'ids'),
      ...(fold['weights'] !== undefined && { weights: reader.float64(fold['weights'], 'weights') }),
      notes: reader.texts(fold['notes'], 'notes'),
    }
  })
}

/** What is wrong with such a file is said in one way: it is damaged, and can be removed. */
function read<Value>(
  text: string,
  file: string,
  kind: keyof typeof formats,
  value: (document: Readonly<Record<string, unknown>>, reader: DocumentReader) => Value,
): Value {
  const damaged = (reason: string) => new RankwrightError({ area: 'experiment', code: 'experiment-damaged', at: { file }, reason })
  const fail = (where: string, reason: string): never => {
    throw damaged(`${where}: ${reason}`)
  }
  try {
    const { format: _, version: __, ...document } = parsedDocument(text, file, formats[kind])
    return value(document, documentReader(file, fail))
  } catch (error) {
    if (!(error instanceof RankwrightError) || error.problems[0].area === 'experiment') throw error
    throw damaged('it was cut short or changed')
  }
}

function chosenFrom(value: unknown, reader: DocumentReader): ChosenRecord {
  const chosen = reader.object(value, 'chosen', ['options', 'on', 'score', 'trials', 'edges?'])
  const options = reader.object(chosen['options'], 'chosen.options')
  return {
    options: options as TrialOptions,
    on: reader.choice(chosen['on'], 'chosen.on', ['valid', 'folds', 'left-out lists'] as const),
    score: reader.number(chosen['score'], 'chosen.score'),
    trials: reader.count(chosen['trials'], 'chosen.trials'),
    ...(chosen['edges'] !== undefined && {
      edges: reader.items(chosen['edges'], 'chosen.edges').map((edge, place) => edgeFrom(edge, `chosen.edges[${place}]`, reader)),
    }),
  }
}

function edgeFrom(value: unknown, where: string, reader: DocumentReader): GridEdge {
  const edge = reader.object(value, where, ['option', 'value', 'end', 'beyond'])
  return {
    option: reader.text(edge['option'], `${where}.option`),
    value: reader.number(edge['value'], `${where}.value`),
    end: reader.choice(edge['end'], `${where}.end`, ['least', 'greatest'] as const),
    beyond: reader.items(edge['beyond'], `${where}.beyond`).map((next, place) => reader.number(next, `${where}.beyond[${place}]`)),
  }
}

function measuredFrom(value: unknown, reader: DocumentReader): MeasuredPart {
  const measured = reader.object(value, 'measured', ['values', 'unseen', 'first', 'untested?', 'notes'])
  const whole = (key: string) => Uint32Array.from(reader.int32(measured[key], `measured.${key}`))
  return {
    values: reader.items(measured['values'], 'measured.values').map((own, place) => numbersFrom(own, `measured.values[${place}]`, reader)),
    unseen: whole('unseen'),
    first: whole('first'),
    ...(measured['untested'] !== undefined && { untested: reader.text(measured['untested'], 'measured.untested') }),
    notes: reader.texts(measured['notes'], 'measured.notes'),
  }
}

/** Numbers of which some are missing, which arrays of a document cannot be. */
function numbersDocument(values: Float64Array): unknown {
  const missing = Array.from(values.keys()).filter((place) => Number.isNaN(values[place]))
  const known = values.filter((value) => !Number.isNaN(value))
  return { missing: encodeArray('i32', missing), known: encodeArray('f64', known) }
}

function numbersFrom(value: unknown, where: string, reader: DocumentReader): Float64Array {
  const { missing, known } = reader.object(value, where, ['missing', 'known']) as { readonly missing: unknown; readonly known: unknown }
  const absent = new Set(reader.int32(missing, `${where}.missing`))
  const numbers = reader.float64(known, `${where}.known`)
  let next = 0
  return Float64Array.from({ length: absent.size + numbers.length }, (_, place) => (absent.has(place) ? Number.NaN : numbers[next++]))
}
