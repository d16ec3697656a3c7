import { RankwrightError } from '../../problems/problem.ts'

/** Ends a training that came to weights or an objective beyond the range of numbers. */
export function requireFinite({ weights, objective }: { readonly weights: Float64Array | Float32Array; readonly objective: number }): void {
  if (Number.isFinite(objective) && weights.every((weight: number) => Number.isFinite(weight))) return
  throw new RankwrightError({ area: 'model', code: 'training-diverged' })
}
