import { seededRandom } from '../../numeric/random.ts'

/** How often each group is drawn, resample by resample; the same for every statistic, so that differences can be taken. */
export function resampledGroups(groups: number, samples = 1000, seed = 1): readonly Uint32Array[] {
  const random = seededRandom(seed)
  return Array.from({ length: samples }, () => {
    const drawn = new Uint32Array(groups)
    for (let draw = 0; draw < groups; draw++) drawn[random.integer(groups)]++
    return drawn
  })
}
