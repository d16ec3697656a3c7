import { RankwrightError, type StreamModel } from '@rankwright/core'
import type { TableEncoders } from '@rankwright/core/data'
import { featureNamesOf } from '@rankwright/core/models'
import {
  type SeriesReading,
  type SeriesTarget,
  type StreamLearnerName,
  type StreamOptions,
  seriesReading,
  seriesReadingNames,
  streamLearnerNames,
} from '@rankwright/core/streaming'
import { givenTableOptions } from '../data.ts'
import { UsageError } from '../usageError.ts'
import { type ExpertWeights, readWeights } from './expertWeights.ts'
import type { GivenStreamOptions, StreamCommandOptions } from './streamCommandOptions.ts'

/** What a stream is: all that stays the same when it goes on. */
export interface StreamSettings {
  readonly options: StreamOptions
  readonly target: SeriesTarget
  readonly metrics: readonly string[]
  readonly against: readonly StreamLearnerName[]
  /** Undefined for a stream that was not read from tables. */
  readonly reading: SeriesReading | undefined
  readonly weights: ExpertWeights | undefined
  /** How cells that are not plain numbers become features. Undefined for a stream that starts, and for one of plain numbers. */
  readonly encoders?: TableEncoders | undefined
  /** It goes on. */
  readonly continues?: true
}

/** The words of a command that say what a stream is: as they were given, and with defaults for a stream that starts. */
export interface AskedSettings {
  readonly given: Readonly<Record<string, unknown>>
  readonly weightsFile: string | undefined
  readonly start: StreamSettings
}

export async function askedSettings(
  options: StreamCommandOptions,
  given: GivenStreamOptions,
  learnerOptions: Readonly<Record<string, unknown>>,
): Promise<AskedSettings> {
  const { learner, drift, window, target, metrics, initialWeights } = options
  const weights = initialWeights === undefined ? undefined : await readWeights(initialWeights)
  const against = (options.against ?? []).map(learnerCalled)
  const twice = against.find((name, place) => name === learner || against.indexOf(name) < place)
  if (twice !== undefined)
    throw new UsageError(
      twice === learner
        ? `--against names ${twice}, the learner itself; name others.`
        : `--against names ${twice} twice; name each learner once.`,
    )
  const { schema, ...others } = given
  const { weight, ...columns } = await givenTableOptions(given)
  if (weight !== undefined)
    throw new UsageError(
      `${schema} gives the column ${weight} the role weight, and all series of a stream count the same; make it ignored.`,
    )
  const reading = seriesReading({ ...options, ...encodersAsGiven, ...columns })
  return {
    given: { ...others, ...columns, ...learnerOptions },
    weightsFile: initialWeights,
    start: {
      options: { learner, drift, window, ...learnerOptions } as StreamOptions,
      target,
      metrics: withTau(metrics),
      against,
      reading,
      weights,
    },
  }
}

/** The settings of a stream that goes on: those it has. An option that was given and says something else is an error. */
export function continuedSettings({ given, weightsFile, start }: AskedSettings, stored: StreamModel, file: string): StreamSettings {
  const kept = settingsOf(stored)
  const values: Readonly<Record<string, unknown>> = {
    ...stored.options,
    ...kept.reading,
    target: kept.target,
    metrics: kept.metrics,
    against: kept.against.length === 0 ? undefined : kept.against,
  }
  const asked = { ...given, ...(given['metrics'] !== undefined && { metrics: start.metrics }) }
  const about = [...Object.keys(stored.options), ...(kept.reading === undefined ? [] : seriesReadingNames), ...ownNames]
  for (const option of about) {
    const [found, before] = [asked[option as keyof typeof asked] as unknown, values[option]]
    if (found !== undefined && textOf(found) !== textOf(before)) throw otherOption(file, option, textOf(found), textOf(before))
  }
  const strange = Object.keys(given).find((option) => !about.includes(option) && Object.hasOwn(start.options, option))
  if (strange !== undefined) throw otherOption(file, strange, textOf(given[strange]), undefined)
  if (weightsFile !== undefined && JSON.stringify(start.weights) !== JSON.stringify(kept.weights))
    throw otherOption(file, 'initialWeights', weightsFile, kept.weights && 'of other numbers')
  return kept
}

/** What is not given stays open, whatever the default is. */
const encodersAsGiven = {
  categoryEncoding: undefined,
  oneHot: undefined,
  buckets: undefined,
  textFeatures: undefined,
  words: undefined,
  dateOrder: undefined,
}
const ownNames = ['target', 'metrics', 'against']

function settingsOf(stored: StreamModel): StreamSettings {
  const { options, metrics, initialWeights } = stored.state
  const names = featureNamesOf(stored)
  return {
    options: options as StreamOptions,
    target: stored.target,
    metrics,
    against: (stored.rivals ?? []).map(({ stream }) => stream.learner.learner),
    reading: stored.reading,
    encoders: stored.encoders,
    continues: true,
    weights: initialWeights && Array.from(initialWeights, (weight, place) => [names[place], weight] as const),
  }
}

function otherOption(file: string, option: string, found: string | undefined, kept: string | undefined): RankwrightError {
  return new RankwrightError({
    area: 'stream',
    code: 'state-of-other-options',
    at: { file },
    option,
    found: found ?? '',
    ...(kept !== undefined && { kept }),
  })
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : Array.isArray(value) ? value.join() : String(value)
}

/** Drift is seen in tau, so it is always measured. */
function withTau(metrics: readonly string[]): readonly string[] {
  return metrics.includes('kendall-tau') ? metrics : ['kendall-tau', ...metrics]
}

function learnerCalled(name: string): StreamLearnerName {
  const learner = streamLearnerNames.find((known) => known === name)
  if (learner === undefined) throw new UsageError(`--against is "${name}"; give some of ${streamLearnerNames.join(', ')}.`)
  return learner
}
