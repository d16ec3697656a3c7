/**
 * What theorems take to be fixed before the training lists were seen, and where it came from. Every option of a model falls under the
 * one rule of `optionOrigin`:
 *
 * - a default that is the same for all data was fixed before;
 * - a value given by hand may have been: only the person knows;
 * - a value computed from the training lists was not;
 * - of a value chosen among K that were fixed before, each of the K statements is made at delta/K, so that all hold together.
 */
import type { TableEncoders } from '../data/encoders/tableEncoders.ts'
import type { FeatureMap } from '../data/features/featureMap.ts'
import type { TrainedCommon, TunedOption } from '../models/common/modelCommon.ts'
import { optionOrigin } from '../models/common/optionOrigin.ts'
import type { Assumption } from './certificate.ts'

export interface FixedBefore {
  /** How many values were tried: delta is divided among them. */
  readonly tried: number
  readonly assumption: Assumption
}

/** One option. `subject` begins the sentence: `The penalty lambda`. */
export function fixedBefore(model: Pick<TrainedCommon, 'training'>, option: string, subject: string): FixedBefore {
  const text = `${subject} was fixed before the training lists were seen`
  const origin = optionOrigin(model, option)
  switch (origin.from) {
    case 'declared':
      return { tried: combinationsTried(model), assumption: { text: `${text} (it is the default).`, holds: true } }
    case 'given':
      return {
        tried: combinationsTried(model),
        assumption: { text: `${text} (it was given by hand, so only you know).`, holds: 'unknown' },
      }
    case 'fitted':
      return {
        tried: combinationsTried(model),
        assumption: { text: `${text} (it was computed from them; give one that you fix before).`, holds: false },
      }
    case 'chosen':
      return chosenAmong(model, origin.tuned, subject)
  }
}

/** Options that are tuned together by cross-validation make one choice among all their combinations. */
function combinationsTried({ training }: Pick<TrainedCommon, 'training'>): number {
  return training.tuned.filter(({ on }) => on === 'folds').reduce((count, { tried }) => count * tried.length, 1)
}

function chosenAmong(model: Pick<TrainedCommon, 'training'>, tuned: TunedOption, subject: string): FixedBefore {
  const tried = tuned.on === 'folds' ? combinationsTried(model) : tuned.tried.length
  const what = tried === tuned.tried.length ? `one of ${tried}` : `part of one of ${tried} combinations`
  const where = tuned.on === 'valid' ? 'chosen on the validation lists' : 'chosen on the training lists'
  const text = `${subject}, ${where}, is ${what} that were fixed before the training lists were seen: delta is divided among them`
  switch (tuned.triedFrom) {
    case undefined:
      return { tried, assumption: { text: `${text}.`, holds: true } }
    case 'given':
      return { tried, assumption: { text: `${text} (they were given by hand, so only you know).`, holds: 'unknown' } }
    case 'fitted':
      return { tried, assumption: { text: `${text} (they follow from the training lists).`, holds: false } }
  }
}

/** Options without influence on what a theorem says of a model. */
const idle: readonly string[] = ['iterations', 'tolerance', 'earlyStop', 'precision', 'threads']

/**
 * All other options of the model, and the choice of features: one sentence for those given by hand, one for those computed from the training
 * lists, one for each that was chosen. What was declared needs no word.
 */
export function othersFixedBefore(model: TrainedCommon, except: readonly string[]): readonly Assumption[] {
  const named = Object.keys(model.options).filter((option) => !idle.includes(option) && !except.includes(option))
  const origins = [...named, 'features'].map((option) => ({ option, origin: optionOrigin(model, option) }))
  const from = (wanted: string) => origins.filter(({ origin }) => origin.from === wanted).map(({ option }) => words(option))
  const [given, fitted] = [from('given'), from('fitted')]
  const subject = (names: readonly string[]) => `Fixed before the training lists were seen: ${names.join(', ')}`
  return [
    ...(given.length > 0 ? [{ text: `${subject(given)} (given by hand, so only you know).`, holds: 'unknown' as const }] : []),
    ...(fitted.length > 0 ? [{ text: `${subject(fitted)} (computed from them).`, holds: false }] : []),
    ...origins.flatMap(({ option, origin }) =>
      origin.from === 'chosen' ? [chosenAmong(model, origin.tuned, `The option ${words(option)}`).assumption] : [],
    ),
  ]
}

/** `featureRadius` as one says it. */
function words(option: string): string {
  return option === 'features' ? 'which features are used' : option.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Whether anything of the feature map was fitted on the training lists. How it was chosen, `othersFixedBefore` says. */
export function fixedMap({ patches, scale, missing }: FeatureMap, start: string | undefined, encoders?: TableEncoders): Assumption {
  const fitted = [
    ...(encoders === undefined ? [] : ['the encoders of its columns']),
    ...(patches === undefined ? [] : ['the patches']),
    ...(scale.kind === 'none' || scale.kind === 'per-list' ? [] : [`the ${scale.kind} scale`]),
    ...(missing === 'mean' ? ['the replacement of missing values'] : []),
  ]
  const text = 'The feature map was fixed before the training lists were seen'
  if (fitted.length === 0) return { text: `${text}: nothing of it was fitted on them.`, holds: true }
  if (start !== undefined) {
    return {
      text: `${text} (it was taken from the model that training started from, ${start.slice(0, 8)}; what that was fitted on is unknown).`,
      holds: 'unknown',
    }
  }
  return {
    text: `${text} (${fitted.join(' and ')} ${fitted.length > 1 ? 'were' : 'was'} fitted on them; scale none or per-list with missing zero${patches === undefined ? '' : ' and without patches'}${encoders === undefined ? '' : ', on columns of plain numbers,'} is not).`,
    holds: false,
  }
}
