import { namedOption } from './namedOption.ts'
import { type Place, place } from './place.ts'

/** Problems of a bound, a certificate or a comparison. */
export type GuaranteeProblem =
  | { readonly code: 'unknown-bound'; readonly found: string; readonly nearest?: string; readonly known: readonly string[] }
  | {
      readonly code: 'unknown-input'
      readonly bound: string
      readonly found: string
      readonly nearest?: string
      readonly known: readonly string[]
    }
  | { readonly code: 'bound-needs-values'; readonly bound: string; readonly at?: Place }
  | { readonly code: 'bound-takes-no-values'; readonly bound: string; readonly inputs: readonly string[] }
  | { readonly code: 'bound-not-finite'; readonly bound: string }
  | { readonly code: 'nothing-printed'; readonly bound: string }
  | { readonly code: 'printed-does-not-hold'; readonly bound: string; readonly reason: string }
  | { readonly code: 'plan-out-of-reach'; readonly theorem: string; readonly epsilon: number; readonly lists: number }
  | {
      readonly code: 'no-plan-for'
      readonly found: string
      readonly nearest?: string
      readonly known: readonly string[]
      /** Why, where there is such a bound. */
      readonly reason?: string
    }
  /** `index` counts from 0; `where` names the value in words where it does not come from a file. */
  | { readonly code: 'value-outside-range'; readonly found: number; readonly index: number; readonly at?: Place; readonly where?: string }
  | { readonly code: 'metric-not-bounded'; readonly metric: string }
  /** `definedOn`: the lists that have a value. `singleItems`: no list has two items. `sameScores`: all items of each list have the same score. */
  | {
      readonly code: 'no-list-counts'
      readonly metric: string
      readonly lists: number
      readonly definedOn?: string
      readonly singleItems?: boolean
      readonly sameScores?: boolean
    }
  | { readonly code: 'too-few-to-compare'; readonly found: number }
  /** `differs`: what the two have that is not the same, `other terms`. */
  | { readonly code: 'another-space'; readonly differs: string }
  /** The held-out data is what was given as training lists. */
  | { readonly code: 'held-out-is-given' }
  | { readonly code: 'held-out-copies'; readonly lists: number }
  /** Somebody else holds the rows. `what` completes "The model …". */
  | { readonly code: 'held-out-elsewhere'; readonly what: string }
  /** `found`: single lists were found in that data, and how many; without it all of it is the same. */
  | {
      readonly code: 'held-out-is-known'
      readonly as: KnownAs
      /** How many of the lists are the same as known ones, share most of their rows, or hold rows of them. */
      readonly found?: { readonly same: number; readonly similar: number; readonly rows: number; readonly lists: number }
    }

/** What lists were used for that a model knows again. */
export type KnownAs = 'training' | 'validation' | 'calibration' | 'choice'

export function explainGuaranteeProblem(problem: GuaranteeProblem): string {
  switch (problem.code) {
    case 'unknown-bound':
      return `There is no bound "${problem.found}". ${
        problem.nearest === undefined ? `Give one of: ${problem.known.join(', ')}.` : `Did you mean ${problem.nearest}?`
      }`
    case 'unknown-input':
      return `${problem.bound} has no input ${problem.found}. ${problem.nearest === undefined ? '' : `Did you mean ${problem.nearest}? `}Its inputs are ${problem.known.join(', ')}.`
    case 'bound-needs-values':
      return `${problem.at === undefined ? '' : `${place(problem.at)}: `}${problem.bound} needs at least one value. Give a file with one number in [0, 1] per line.`
    case 'bound-takes-no-values':
      return `${problem.bound} takes no file of values. Its inputs are: ${problem.inputs.join(', ')}.`
    case 'bound-not-finite':
      return `${problem.bound} overflows for these inputs. Give smaller ones.`
    case 'nothing-printed':
      return `No paper prints ${problem.bound}: it is ours. Leave out ${namedOption('printed')}.`
    case 'printed-does-not-hold':
      return `The printed formula of ${problem.bound} does not hold here. ${problem.reason} Leave out ${namedOption('printed')} to use ours.`
    case 'plan-out-of-reach':
      return `${problem.theorem} stays above ${problem.epsilon} up to ${problem.lists} lists, the most that are tried. Ask for a larger epsilon, or change its other inputs.`
    case 'no-plan-for':
      if (problem.reason !== undefined) return `There is no plan for ${problem.found}. ${problem.reason}`
      return `There is no plan for "${problem.found}". ${
        problem.nearest === undefined ? `Give one of: ${problem.known.join(', ')}.` : `Did you mean ${problem.nearest}?`
      }`
    case 'value-outside-range':
      return `${valueAt(problem)} is ${problem.found}; bounds from values need numbers in [0, 1]. Rescale or correct it.`
    case 'metric-not-bounded':
      return `${problem.metric} has no upper limit, so a held-out bound cannot hold for it. Choose a metric in [0, 1] such as ndcg@10.`
    case 'no-list-counts':
      return noListCounts(problem)
    case 'too-few-to-compare':
      return `There ${problem.found === 1 ? 'is 1 ranker' : `are ${problem.found} rankers`} to compare. Give at least two.`
    case 'another-space':
      return `The model given as f* has ${problem.differs}, so it is no function of the space of this one. Give one that was trained on the same ontology with the same kernel.`
    case 'held-out-is-given':
      return `The training lists given and the held-out lists are the same data. Give the lists that the model was trained on as ${namedOption('train')}, and lists that had no part in training or tuning as ${namedOption('heldOut')}.`
    case 'held-out-copies':
      return `Most of the ${problem.lists} lists share most of their rows with another of them, which hardly any training list does: they are not drawn independently, and no guarantee follows from them. Give each list once.`
    case 'held-out-elsewhere':
      return `The model ${problem.what}, so its certificate needs the rows of the held-out lists in memory. Read them here, without ${namedOption('engine')}.`
    case 'held-out-is-known':
      return `${knownData(problem)} ${adviceOn(problem.as)}`
  }
}

function noListCounts({
  metric,
  lists,
  definedOn,
  singleItems,
  sameScores,
}: Extract<GuaranteeProblem, { code: 'no-list-counts' }>): string {
  const text = `${metric} is undefined on all ${lists} lists, so nothing can be said about it.`
  if (singleItems === true) return `${text} Each list has a single item, so there is nothing to order. Give lists of several items.`
  if (definedOn?.includes('scores') && sameScores === true)
    return `${text} The model gives all items of a list the same score. Choose another metric.`
  return definedOn === undefined ? `${text} Give lists with relevant items.` : `${text} Give ${definedOn}.`
}

const dataName: Readonly<Record<KnownAs, string>> = {
  training: 'the training data of this model',
  validation: 'the validation data of this model',
  calibration: 'the calibration data of this model',
  choice: 'the data that the rule of this model was chosen on',
}

function adviceOn(as: KnownAs): string {
  if (as === 'training' || as === 'validation')
    return 'A model cannot be judged by data that it has seen. Give lists that had no part in training or tuning.'
  return 'Nothing is guaranteed by lists that calibrated or chose something. Give other lists, or the model as it was before.'
}

function knownData({ as, found }: Extract<GuaranteeProblem, { code: 'held-out-is-known' }>): string {
  if (found === undefined) return `The held-out data is ${dataName[as]}.`
  const { same, similar, rows, lists } = found
  const known = [
    ...(same > 0 ? [`${same} ${same === 1 ? 'is' : 'are'} in ${dataName[as]}, rows in any order`] : []),
    ...(similar > 0
      ? [`${similar} ${similar === 1 ? 'shares most of its' : 'share most of their'} rows with a list of ${dataName[as]}`]
      : []),
    ...(rows > 0 ? [`${rows} ${rows === 1 ? 'holds' : 'hold'} rows of ${dataName[as]}`] : []),
  ]
  return `Of the ${lists} held-out lists, ${known.join('; ')}.`
}

function valueAt({ at, index, where }: { readonly at?: Place; readonly index: number; readonly where?: string }): string {
  if (at !== undefined) return `${place(at)}: the value`
  return where ?? `Value ${index + 1}`
}
