import type { Numbers } from '../data/lists/numbers.ts'

/** The mean, and the variance with n − 1 below (0 for one value). */
export function sampleMoments(values: Numbers): { readonly mean: number; readonly variance: number } {
  const n = values.length
  let sum = 0
  for (let index = 0; index < n; index++) sum += values[index]
  const mean = sum / n
  let squares = 0
  for (let index = 0; index < n; index++) squares += (values[index] - mean) ** 2
  return { mean, variance: n > 1 ? squares / (n - 1) : 0 }
}
