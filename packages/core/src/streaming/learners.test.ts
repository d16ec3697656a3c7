import { driftingSeries } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { documentReader } from '../documents/documentReader.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { type StreamLearnerName, streamLearnerNames, streamLearnerTables } from './learners.ts'
import { RecursiveLeastSquaresLearner } from './recursiveLeastSquaresLearner.ts'
import type { RankedSeries } from './series.ts'
import { type LearnerAtWork, learnerAtWork, readLearnerState, writeLearnerState } from './streamLearner.ts'
import type { GivenOptions } from './streamOptions.ts'

/** One feature appears in mid-stream, some values are missing, series differ in length, and new items come up. */
const series: readonly RankedSeries[] = driftingSeries(24, { features: 6 }).map(({ id, features, utilities }, n) => {
  const [count, width] = [4 + ((n * 5) % 20), n < 9 ? 5 : 6]
  return {
    id,
    width,
    features: Float64Array.from({ length: count * width }, (_, at) =>
      (at + n) % 17 === 0 ? Number.NaN : features[Math.floor(at / width) * 6 + (at % width)],
    ),
    utilities: utilities.slice(0, count),
    items: Array.from({ length: count }, (_, item) => `item ${(item + n) % 30}`),
  }
})

interface Setting {
  readonly learner: StreamLearnerName
  readonly options: GivenOptions
  readonly initialWeights?: Float64Array
}

/** The learners on clusters as the paper has them. */
const paperForm: GivenOptions = { clusterWeights: 'equal', linearMeans: 'smoothed', linearWeight: 30 }

/** Every learner with its defaults, and with what makes its state another: the table says what it has. */
const settings: readonly Setting[] = streamLearnerNames.flatMap((learner) => {
  const has = (option: string) => Object.hasOwn(streamLearnerTables[learner], option)
  const variants: GivenOptions[] = [
    {},
    ...(has('clusters') ? [{ clusters: 'auto' }, { clusters: 5, clusterBy: 'features+rank' }, paperForm] : []),
    ...(has('centre') ? [{ centre: 'running' }] : []),
    ...(has('remembered') ? [{ remembered: 7 }] : []),
  ]
  return variants.map((options) => ({ learner, options }))
})
const withWeights: readonly Setting[] = streamLearnerNames
  .map((learner) => ({ learner, options: {}, initialWeights: Float64Array.of(1, 0, -1, 0, 0, 0, 2) }))
  .filter(takesWeights)

function takesWeights({ learner, options, initialWeights }: Setting): boolean {
  try {
    learnerAtWork(learner, options, { initialWeights, runtime: plainRuntime })
    return true
  } catch {
    return false
  }
}

function started({ learner, options, initialWeights }: Setting): LearnerAtWork {
  return learnerAtWork(learner, options, { initialWeights, runtime: plainRuntime })
}

/** The same learner, taken up from what a file holds of it. */
function takenUp(setting: Setting, document: string): LearnerAtWork {
  const { learner, options, initialWeights } = setting
  const resolved = started(setting).options
  const { of } = readLearnerState(learner, resolved, JSON.parse(document), 'learner', documentReader('s.json'))
  return learnerAtWork(learner, options, { initialWeights, state: of, runtime: plainRuntime })
}

function putAway({ options, state }: LearnerAtWork): string {
  const { learner, of } = state()
  return JSON.stringify(writeLearnerState(learner, options, of))
}

/** A learner that has seen some series. */
function after(setting: Setting, count: number): LearnerAtWork {
  const atWork = started(setting)
  for (const one of series.slice(0, count)) atWork.learner.learn(one)
  return atWork
}

const bits = (scores: Float64Array | undefined) => scores && [...new BigUint64Array(scores.slice().buffer)]

test('some learners take initial weights, and some do not', () => {
  expect(withWeights.length).toBeGreaterThan(0)
  expect(withWeights.length).toBeLessThan(streamLearnerNames.length)
})

describe.each([...settings, ...withWeights].map((setting) => [named(setting), setting] as const))('%s', (_, setting) => {
  test('put away and taken up at any point, it ranks the same to the bit', () => {
    const straight = started(setting)
    let stored = started(setting)
    for (const one of series) {
      stored = takenUp(setting, putAway(stored))
      expect(bits(stored.learner.rank(one))).toEqual(bits(straight.learner.rank(one)))
      straight.learner.learn(one)
      stored.learner.learn(one)
    }
    expect(putAway(stored)).toBe(putAway(straight))
  })

  test('learns nothing while it ranks', () => {
    const atWork = after(setting, 6)
    const before = putAway(atWork)
    const first = bits(atWork.learner.rank(series[8]))
    for (const one of series) atWork.learner.rank(one)
    expect(bits(atWork.learner.rank(series[8]))).toEqual(first)
    expect(putAway(atWork)).toBe(before)
  })

  test('its state is a copy: learning on changes nothing in it', () => {
    const atWork = after(setting, 6)
    const state = atWork.state()
    const before = JSON.stringify(writeLearnerState(state.learner, atWork.options, state.of))
    for (const one of series.slice(6)) atWork.learner.learn(one)
    expect(JSON.stringify(writeLearnerState(state.learner, atWork.options, state.of))).toBe(before)
    if (before !== '{}') expect(putAway(atWork)).not.toBe(before) // a learner may have no state at all
  })

  test('refuses every part of a state that is missing, of the wrong type or too short, by its path', () => {
    const document = putAway(after(setting, 10))
    const places = partsOf(JSON.parse(document), 'learner')
    expect(places.length).toBeGreaterThanOrEqual(Object.keys(JSON.parse(document)).length)
    for (const { path, within, change } of places.flatMap((place) => corruptions(place, setting))) {
      const broken = JSON.parse(document)
      change(broken)
      expect(() => takenUp(setting, JSON.stringify(broken)), `${path} was changed`).toThrow(within)
    }
  })
})

function named({ learner, options, initialWeights }: Setting): string {
  return `${learner} ${JSON.stringify(options)}${initialWeights ? ' with initial weights' : ''}`
}

interface Place {
  /** As errors name it. */
  readonly path: string
  readonly parent: string
  readonly key: string
  readonly value: unknown
  /** The object that holds it, in a document like the one that was searched. */
  readonly holder: (document: unknown) => Record<string, unknown>
}

/** All that objects of a document hold under a name, at any depth. */
function partsOf(document: unknown, parent: string, at: (document: unknown) => unknown = (whole) => whole): Place[] {
  if (Array.isArray(document)) {
    return document.flatMap((item, index) => partsOf(item, `${parent}[${index}]`, (whole) => (at(whole) as unknown[])[index]))
  }
  if (typeof document !== 'object' || document === null || 'dtype' in document) return []
  return Object.entries(document).flatMap(([key, value]) => {
    const path = `${parent}.${key}`
    const holder = (whole: unknown) => at(whole) as Record<string, unknown>
    return [{ path, parent, key, value, holder }, ...partsOf(value, path, (whole) => holder(whole)[key])]
  })
}

interface Corruption {
  readonly path: string
  readonly within: RegExp
  readonly change: (document: unknown) => void
}

function corruptions({ path, parent, key, value, holder }: Place, { initialWeights }: Setting): Corruption[] {
  const names = (text: string) => new RegExp(`\\b${text.replace(/[[\].]/g, '\\$&')}`)
  const set = (other: unknown) => (document: unknown) => {
    holder(document)[key] = other
  }
  const found: Corruption[] = [
    { path, within: names(`${parent}: the key "${key}" is missing`), change: (document) => delete holder(document)[key] },
    { path, within: names(path), change: set('text') },
    { path, within: names(path), change: set(null) },
    { path, within: names(parent), change: (document) => (holder(document)['other'] = 1) },
  ]
  if (typeof value === 'number') found.push({ path, within: names(path), change: set(-1) })
  const numbers = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')
  // An array that is too short shows in the first part that no longer fits it: in the same object or in the one around it. Initial
  // weights may be more than there are features, so weights may have any length from there on.
  if (numbers && (key !== 'weights' || initialWeights === undefined))
    found.push({ path, within: names(parent.replace(/\.[^.]+$/, '')), change: set(value.slice(1)) })
  return found
}

test('sums of recursive least squares that no data leads to are a problem of the state', () => {
  const options = { centring: 'series', linearWeight: 30, forgetting: 1 } as const
  const learner = new RecursiveLeastSquaresLearner(options)
  learner.learn(series[0])
  const state = learner.state()
  const hostile = { ...state, products: state.products.map((product) => -1e9 * product) }
  expect(() => new RecursiveLeastSquaresLearner(options, hostile).learn(series[1])).toThrow('are not those of any data')
})
