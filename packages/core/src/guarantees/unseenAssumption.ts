/** What is known about the assumption that held-out lists had no part in training or tuning. It can be refuted, never established. */
import type { SeenLists } from '../data/lists/seenLists.ts'
import type { TrainingRecord } from '../models/common/modelCommon.ts'
import type { KnownAs } from '../problems/guaranteeProblem.ts'
import type { Assumption } from './certificate.ts'
import { type Known, type KnownByUse, uses } from './knownByUse.ts'

export interface ComparedWith {
  readonly training: TrainingRecord | undefined
  /** Whether training lists were given, and whether these are all that the model was trained on. */
  readonly trainGiven: boolean
  readonly recorded: boolean
  /** How the held-out lists are known. */
  readonly known: KnownByUse
  /** Lists that were used for something else than training and validation. */
  readonly used: readonly SeenLists[]
}

export function unseenAssumption(compared: ComparedWith): Assumption {
  const { training, known } = compared
  const sources = uses.map((as) => known[as])
  const seen = training?.seen
  const data = seen?.valid === undefined ? 'training data' : 'training or validation data'
  const leftOut = uses.flatMap((as) => leftOutOf(known[as], as))
  const without = leftOut.length === 0 ? [] : [`${leftOut.join('; ')}; these do not count`]
  const excess = sources.find((each) => each.excess !== undefined)?.excess
  if (excess !== undefined) {
    const usual = `only ${excess.among} of the ${excess.known} lists there hold rows of another`
    return said([...without, usual, 'lists with few known rows are found in part, so there are likely more'], false)
  }
  const share = shareCompared(compared)
  if (share < 1 && share > 0) {
    const kept = `the model keeps 1 in ${1 / share} of the lists that it has seen, so a list that it has seen is found with probability ${100 * share} %`
    if (leftOut.length === 0) return said([`none was found among those it has seen, but ${kept}`], 'unknown')
    return said([...without, `there are likely more: ${kept}`], false)
  }
  if (share === 0) {
    const partly = compared.trainGiven
      ? 'only the training lists given were compared'
      : 'the model keeps no record of the lists that it learned from'
    return said([...without, partly], 'unknown')
  }
  const usual = sources.find((each) => each.usual !== undefined)?.usual
  if (usual !== undefined) {
    const often = `${usual.alike} of the ${usual.lists} lists in the ${data} share most rows with another, so near copies cannot be told from chance`
    return said([...without, often], 'unknown')
  }
  if (sources.some(({ similar, rows }) => similar + rows > 0))
    return said([...without, 'others may hold fewer rows of them, which is not found'], 'unknown')
  const copies = sources.every(({ byRows }) => byRows) ? 'none, no near copy and no unusual share of rows' : 'none and no near copy'
  const none = leftOut.length === 0 ? `${copies} is in the ${data}` : without[0]
  return { ...said([none, 'changed feature values go unnoticed'], 'unknown'), notRefuted: true }
}

function said(found: readonly string[], holds: Assumption['holds']): Assumption {
  return {
    text: `The lists that count had no part in training or tuning (${found.join('; ')}), nor in a choice between models, which only you can know.`,
    holds,
  }
}

/** The share of the lists seen by the model that were compared; 0 if some kind of them was not. */
function shareCompared({ training, recorded, used }: ComparedWith): number {
  const seen = training?.seen
  if (seen === undefined || (training?.valid !== undefined && seen.valid === undefined)) return 0
  return Math.min(
    recorded && training?.start === undefined ? 1 : seen.train.share,
    ...[seen.valid, ...used].map((each) => each?.share ?? 1),
  )
}

function leftOutOf({ same, similar, rows }: Known, as: KnownAs): string[] {
  const data = as === 'choice' ? 'the data that its rule was chosen on' : `the ${as} data`
  return [
    ...(same > 0 ? [`${same} held-out ${same === 1 ? 'list is' : 'lists are'} in ${data}`] : []),
    ...(similar > 0 ? [`${similar} ${similar === 1 ? 'shares' : 'share'} most rows with a list of ${data}`] : []),
    ...(rows > 0 ? [`${rows} ${rows === 1 ? 'holds' : 'hold'} rows of ${data}`] : []),
  ]
}
