/**
 * Adjusted p-values that keep the false discovery rate. Benjamini & Hochberg 1995, "Controlling the false discovery rate": of m p-values in
 * ascending order, q_i is the least of p_j m / j over j >= i.
 */
import { requireArguments, typed } from '../../arguments/shapes.ts'

export function benjaminiHochberg(pValues: Float64Array): Float64Array {
  requireArguments({ pValues }, { pValues: typed(Float64Array) })
  const order = Uint32Array.from(pValues, (_, at) => at).sort((a, b) => pValues[a] - pValues[b])
  const adjusted = new Float64Array(pValues.length)
  let least = 1
  for (let place = order.length - 1; place >= 0; place--) {
    least = Math.min(least, (pValues[order[place]] * order.length) / (place + 1))
    adjusted[order[place]] = least
  }
  return adjusted
}
