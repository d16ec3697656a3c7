import { methods, RankwrightError, type TrainName } from '@rankwright/core'
import type { ComputeChoice } from '@rankwright/node'

/** Throws if another `--compute` would change nothing for the method with these options. */
export function refuseIdleCompute(method: TrainName, options: Readonly<Record<string, unknown>>, compute: ComputeChoice): void {
  if (method === 'auto') return
  const row = methods[method]
  const idle: readonly ComputeChoice[] = 'idleCompute' in row ? row.idleCompute(options) : []
  if (!idle.includes(compute)) return
  const needs =
    compute === 'native'
      ? 'methods that multiply matrices or solve systems of equations, such as elmrank and rankrls'
      : 'methods that multiply features by weights: all but rankboost and lambdamart'
  throw new RankwrightError({ area: 'option', code: 'option-without-effect', option: 'compute', needs })
}
