import type { TrainedCommon, TunedOption } from './modelCommon.ts'

/**
 * Where the value of an option came from: one rule for everything that theorems take to be fixed before the training lists were seen.
 *
 * - `declared`: the default of the method, which is the same for all data.
 * - `given`: given by hand; when it was chosen, and on what, only the person knows.
 * - `fitted`: computed from the training lists.
 * - `chosen`: the best of several values on some lists, see `tuned`.
 */
export type OptionOrigin =
  | { readonly from: 'declared' | 'given' | 'fitted' }
  | { readonly from: 'chosen'; readonly tuned: TunedOption; readonly on: 'valid' | 'train' }

/** `features` is the choice of columns. */
export function optionOrigin({ training }: Pick<TrainedCommon, 'training'>, option: string): OptionOrigin {
  const tuned = training.tuned.find((each) => each.option === option)
  if (tuned !== undefined) return { from: 'chosen', tuned, on: tuned.on === 'valid' ? 'valid' : 'train' }
  if (training.fitted?.includes(option)) return { from: 'fitted' }
  return { from: training.given.includes(option) ? 'given' : 'declared' }
}
