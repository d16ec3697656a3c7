/** values ← max(0, values); NaN stays NaN. */
export function relu(into: Float64Array): void {
  for (let i = 0; i < into.length; i++) if (into[i] < 0) into[i] = 0
}
