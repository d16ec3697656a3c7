import type { ChosenSettingRow } from './experimentResults.ts'

/** For each method whose grid should be wider: at which end of it the best values of an option lie, how often, and what to try. */
export function edgeRemarks(chosen: readonly Pick<ChosenSettingRow, 'method' | 'edges'>[]): string[] {
  const found = new Map<
    string,
    { readonly method: string; readonly option: string; readonly end: string; times: number; beyond: Set<number> }
  >()
  for (const { method, edges = [] } of chosen) {
    for (const { option, end, beyond } of edges) {
      const key = JSON.stringify([method, option, end])
      const known = found.get(key) ?? { method, option, end, times: 0, beyond: new Set() }
      known.times++
      for (const value of beyond) known.beyond.add(value)
      found.set(key, known)
    }
  }
  return Array.from(found.values(), ({ method, option, end, times, beyond }) => {
    const of = chosen.filter((row) => row.method === method).length
    const values = [...beyond].sort((a, b) => (end === 'least' ? b - a : a - b)).slice(0, 2)
    return `${method}: in ${times} of ${of} choices the best ${option} is the ${end} that was tried, so a ${end === 'least' ? 'smaller' : 'greater'} one may be better. Give more values in "try" of an experiment file, such as ${values.join(' and ')}.`
  })
}
