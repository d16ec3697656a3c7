import type { DocumentReader } from '../../documents/documentReader.ts'
import { type AutoCandidate, type AutoEnsemble, type AutoRecord, candidateStates } from './autoRecord.ts'
import { optionsFrom } from './optionsJson.ts'

export function autoRecordFrom(value: unknown, where: string, read: DocumentReader): AutoRecord {
  const parts = read.object(value, where, ['metric', 'on', 'folds', 'lists', 'budget', 'spent', 'chosen', 'candidates', 'ensemble?'])
  return {
    metric: read.text(parts['metric'], `${where}.metric`),
    on: read.choice<AutoRecord['on']>(parts['on'], `${where}.on`, ['folds', 'valid', 'nothing']),
    folds: read.count(parts['folds'], `${where}.folds`),
    lists: read.count(parts['lists'], `${where}.lists`),
    budget: read.number(parts['budget'], `${where}.budget`, { atLeast: 0 }),
    spent: read.number(parts['spent'], `${where}.spent`, { atLeast: 0 }),
    chosen: read.text(parts['chosen'], `${where}.chosen`),
    candidates: read
      .items(parts['candidates'], `${where}.candidates`)
      .map((candidate, index) => candidateFrom(candidate, `${where}.candidates[${index}]`, read)),
    ...(parts['ensemble'] !== undefined && { ensemble: ensembleFrom(parts['ensemble'], `${where}.ensemble`, read) }),
  }
}

function candidateFrom(value: unknown, where: string, read: DocumentReader): AutoCandidate {
  const parts = read.object(value, where, ['method', 'options', 'state', 'value?', 'interval?', 'weight?'])
  return {
    method: read.text(parts['method'], `${where}.method`),
    options: optionsFrom(parts['options'], read, `${where}.options`),
    state: read.choice(parts['state'], `${where}.state`, candidateStates),
    ...(parts['value'] !== undefined && { value: read.number(parts['value'], `${where}.value`) }),
    ...(parts['interval'] !== undefined && { interval: intervalFrom(parts['interval'], `${where}.interval`, read) }),
    ...(parts['weight'] !== undefined && { weight: read.number(parts['weight'], `${where}.weight`, { atLeast: 0 }) }),
  }
}

function ensembleFrom(given: unknown, where: string, read: DocumentReader): AutoEnsemble {
  const { value, interval, gain, error } = read.object(given, where, ['value', 'interval', 'gain', 'error'])
  return {
    value: read.number(value, `${where}.value`),
    interval: intervalFrom(interval, `${where}.interval`, read),
    gain: read.number(gain, `${where}.gain`),
    error: read.number(error, `${where}.error`, { atLeast: 0 }),
  }
}

function intervalFrom(value: unknown, where: string, read: DocumentReader): readonly [number, number] {
  const ends = read.items(value, where).map((end) => read.number(end, where))
  if (ends.length !== 2) read.fail(where, `expected 2 numbers, found ${ends.length}`)
  if (ends[0] > ends[1]) read.fail(where, `it goes down from ${ends[0]} to ${ends[1]}`)
  return [ends[0], ends[1]]
}
