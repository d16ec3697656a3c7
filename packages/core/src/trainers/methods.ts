import type { RankingLists } from '../data/rankingLists.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { Runtime } from '../runtime.ts'
import { leastSquares, leastSquaresOptions } from './leastSquares.ts'
import type { TrainerResult, Training } from './training.ts'

/** A way to train: what `train` and the command line know about it. */
export interface Method {
  /** One line for lists of methods. */
  readonly summary: string
  readonly options: OptionTable
  /** `options` may also hold `valid`, the validation data. */
  train(lists: RankingLists, options: Readonly<Record<string, unknown>>, runtime?: Runtime): Training<TrainerResult>
}

export const methods = {
  'least-squares': {
    summary: 'Pointwise linear baseline: ridge regression on the grades, in closed form.',
    options: leastSquaresOptions,
    train: leastSquares,
  },
} as const satisfies Readonly<Record<string, Method>>

export type MethodName = keyof typeof methods

export const methodNames = Object.keys(methods) as readonly MethodName[]

export function methodOf(name: string): Method {
  if (Object.hasOwn(methods, name)) return methods[name as MethodName]
  const nearest = nearestName(name, methodNames)
  throw new RankwrightError({
    area: 'option',
    code: 'unknown-method',
    found: name,
    known: methodNames,
    ...(nearest !== undefined && { nearest }),
  })
}
