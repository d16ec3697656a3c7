import type { ListLoss, LossConstants } from './loss.ts'

/** The constants of a loss for lists like these, with scores up to the bound. */
export function constantsFor(
  loss: ListLoss,
  { greatestLabel, longestList }: { readonly greatestLabel: number; readonly longestList: number },
  scoreBound: number,
): LossConstants {
  return loss.constants({ greatestLabel: Math.max(0, greatestLabel), longestList, scoreBound })
}
