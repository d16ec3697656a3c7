import { kindOf } from '../models/kinds.ts'
import type { ListModel } from '../models/model.ts'
import type { KnownAs } from '../problems/guaranteeProblem.ts'
import { uses } from './knownByUse.ts'
import { knownInWords } from './knownInWords.ts'
import { likelyMore, type Recognised } from './recognise.ts'

/**
 * How many lists had a part in making a model, or hold rows of lists that had; absent where nothing is known about that. Calibration and
 * choice are those of a rule in force. `repeated`: how many lists repeat another, rows in any order.
 */
export type SeenCounts = { readonly [Use in KnownAs]?: number } & { readonly repeated?: number }

export function seenCounts(model: ListModel, { known }: Recognised, repeated: number, withRule: boolean): SeenCounts {
  const record = kindOf(model).seen(model)
  return {
    ...(record && { training: known.training.found, validation: known.validation.found }),
    ...(withRule && { calibration: known.calibration.found, choice: known.choice.found }),
    repeated,
  }
}

/** Which lists the model has seen, as one text: `3 lists are in the training data; 1 shares …`; undefined if none is known. */
export function seenInWords(found: Recognised): string | undefined {
  const parts = uses.flatMap((as) => knownInWords(found.known[as], as, ['list', 'lists']))
  if (parts.length === 0) return undefined
  const more = found.seen < found.lists && likelyMore(found)
  return `${parts.join('; ')}${more ? '; there are likely more' : ''}`
}

/** `3 of these 40 lists`. */
export function seenOfThese({ seen, lists }: Pick<Recognised, 'seen' | 'lists'>): string {
  return lists === 1 ? 'this list' : `${seen} of these ${lists} lists`
}
