/** What is known about the assumption that held-out lists had no part in training or tuning. It can be refuted, never established. */
import { kindOf } from '../models/kinds.ts'
import type { ListModel } from '../models/model.ts'
import { type KnownByUse, uses } from '../recognition/knownByUse.ts'
import { knownInWords } from '../recognition/knownInWords.ts'
import type { Recognised } from '../recognition/recognise.ts'
import type { Assumption } from './certificate.ts'

/** `trainGiven`: whether training lists were given. */
export function unseenAssumption({ known, share }: Recognised, model: ListModel, trainGiven: boolean): Assumption {
  const sources = uses.map((as) => known[as])
  const data = kindOf(model).seen(model)?.valid === undefined ? 'training data' : 'training or validation data'
  const leftOut = leftOutOf(known)
  const without = leftOut.length === 0 ? [] : [`${leftOut.join('; ')}; these do not count`]
  const excess = sources.find((each) => each.excess !== undefined)?.excess
  if (excess !== undefined) {
    const usual = `only ${excess.among} of the ${excess.known} lists there hold rows of another`
    return said([...without, usual, 'lists with few known rows are found in part, so there are likely more'], false)
  }
  if (share < 1 && share > 0) {
    const kept = `the model keeps 1 in ${1 / share} of the lists that it has seen, so a list that it has seen is found with probability ${100 * share} %`
    if (leftOut.length === 0) return said([`none was found among those it has seen, but ${kept}`], 'unknown')
    return said([...without, `there are likely more: ${kept}`], false)
  }
  if (share === 0) {
    const partly = trainGiven
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
    ...(holds === false && { remedy: 'Give lists that the model has never seen.' }),
  }
}

function leftOutOf(known: KnownByUse): string[] {
  return uses.flatMap((as) => knownInWords(known[as], as, ['held-out list', 'held-out lists']))
}
