import type { LinearModel, ListModel, TreesModel } from '@rankwright/core'
import { kindOf, type MissingValues } from '@rankwright/core/models'
import { prepareTrees } from '@rankwright/core/numeric'
import { float32Decimal } from './float32Decimal.ts'
import type { ForeignFormat } from './foreignModel.ts'
import { namesIn } from './linearParts.ts'
import { missingValues, rangeOf } from './probeRows.ts'

/** How a missing value has to be treated where the model runs from now on. */
export interface MissingRestated {
  readonly policy: MissingValues
  /** `itself`: the export does it. `caller`: it takes 0 for what is missing, so `fill` has to be given instead. */
  readonly by: 'itself' | 'caller'
  /** What to give for a missing value of each feature that is not 0; only with `caller`. */
  readonly fill?: Readonly<Record<string, number>>
}

export interface Restated {
  readonly missing: MissingRestated
  /** Where the target does not do what the model does, in sentences; empty when it always does. */
  readonly limits: readonly string[]
}

export const clippingLimit =
  'values outside the range seen in training are clipped by the model, and not by the target: scores differ there'

/** For targets that hold the whole model, and do what it does. */
export function wholeRestated(model: ListModel): Restated {
  return { missing: { policy: kindOf(model).missing(model), by: 'itself' }, limits: [] }
}

/** For targets that know weighted sums of features only. */
export function sumRestated(linear: LinearModel, format: ForeignFormat): Restated {
  const policy = kindOf(linear).missing(linear)
  const { weights, featureMap: map } = linear
  const limits: string[] = []
  const used = Array.from(weights.keys()).filter((column) => weights[column] !== 0)
  if (used.some((column) => rangeOf(map, column).known)) {
    limits.push(clippingLimit)
  }
  const names = namesIn(format, linear)
  const fill = Object.fromEntries(
    Array.from(missingValues(map), (value, column): [string, number] => [names[column], float32Decimal(value)]).filter(
      ([, value], column) => value !== 0 && weights[column] !== 0,
    ),
  )
  if (Object.keys(fill).length === 0) return { missing: { policy, by: 'itself' }, limits }
  limits.push('the target takes 0 for a missing value, where the model takes another one: give it that value, see missing.fill')
  return { missing: { policy, by: 'caller', fill }, limits }
}

const branchLimit =
  'the target takes 0 for a missing value, where the model has a side of its own in every split: rows with missing values may be scored differently'

/** For trees in targets that take 0 for a missing value. */
export function treesRestated(model: TreesModel): Restated {
  const policy = kindOf(model).missing(model)
  return zeroGoesAlike(model)
    ? { missing: { policy, by: 'itself' }, limits: [] }
    : { missing: { policy, by: 'caller' }, limits: [branchLimit] }
}

/** Whether 0 goes where missing values go, in every split. */
function zeroGoesAlike(model: TreesModel): boolean {
  const { setOf } = prepareTrees(model)
  return model.columns.every((_, split) => setOf[split] < 0 && model.thresholds[split] >= 0 === (model.missingLeft[split] === 1))
}
