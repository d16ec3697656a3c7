/**
 * Constants shared by losses Σ ψ(sᵢ − sⱼ) over the pairs with yᵢ > yⱼ, or their mean. All follow from how steep and how bent ψ is:
 *
 * - The gradient is Σ ψ′ (eᵢ − eⱼ). Its l1 norm is its product with some sign vector, in which a pair counts for 2 |ψ′| where
 *   the signs of its items differ and for 0 otherwise. No more than ⌊m/2⌋ ⌈m/2⌉ pairs can be told apart by signs, so the sum
 *   form has G = 2 min(pairs, ⌊m²/4⌋) |ψ′|, where Tewari & Chaudhuri 2015 print 2 · pairs for RankSVM.
 * - The Hessian Σ ψ″ (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ is positive semidefinite, so its inf→1 norm is its largest form xᵀHx over sign vectors:
 *   4 ψ″ for each pair told apart.
 * - The l2 norm of the gradient is at most √2 |ψ′| per pair; at most √(m · pairs) |ψ′|, as the Laplacian of a graph with m
 *   vertices has no eigenvalue above m; and at most √(m (m² − 1) / 3) |ψ′|: k items can together gain no more than k (m − k),
 *   so the gradient is majorised by that of a list in which all pairs pull fully.
 */
import type { Constant, LossConstants, LossSetting } from './loss.ts'
import type { PairTotal } from './pairTotal.ts'

export interface PairShape {
  /** The greatest |ψ′|; Infinity when there is none, and then why. */
  readonly slope: number
  readonly slopeOrigin: string
  /** The greatest ψ″, where ψ is smooth. */
  readonly bend?: number
  readonly bendOrigin?: string
  /** The paper prints G of this loss, as 2 for every pair. */
  readonly printsPairs?: boolean
}

export function pairConstants(
  setting: LossSetting,
  total: PairTotal,
  { slope, slopeOrigin, bend, bendOrigin = '', printsPairs = false }: PairShape,
): LossConstants {
  const { longestList: m } = setting
  const pairs = Math.min(setting.mostPairs ?? Infinity, (m * (m - 1)) / 2)
  const apart = total === 'mean' ? Math.min(pairs, 1) : Math.min(pairs, Math.floor((m * m) / 4))
  const euclidean =
    total === 'mean' ? Math.SQRT2 * apart : Math.min(Math.SQRT2 * pairs, Math.sqrt(m * pairs), Math.sqrt((m * (m * m - 1)) / 3))
  const form =
    total === 'mean'
      ? 'mean over the pairs, so that of one pair'
      : 'sum over the pairs that signs can tell apart: at most ⌊m²/4⌋ of a list of m'
  const constant = (factor: number, size: number, origin: string): Constant => ({
    value: scaled(factor, size),
    origin: size < Infinity ? `${form}; ${origin}` : origin,
  })
  const lipschitz = constant(2 * apart, slope, slopeOrigin)
  return {
    lipschitz: total === 'sum' && printsPairs && pairs > apart ? { ...lipschitz, printed: 2 * pairs * slope } : lipschitz,
    ...(bend !== undefined && { smoothness: constant(4 * apart, bend, bendOrigin) }),
    lipschitzL2: {
      ...constant(euclidean, slope, slopeOrigin),
      ...(slope < Infinity && { origin: `l2 norm of the gradient; ${slopeOrigin}` }),
    },
  }
}

/** A list without pairs has no slope, even where ψ has no greatest one. */
function scaled(factor: number, size: number): number {
  return factor === 0 ? 0 : factor * size
}
