import type { TrainingRecord } from '../../models/common/modelCommon.ts'
import type { Compute } from '../../numeric/compute/compute.ts'

/** What a record says about how the numbers came to be. */
export function arithmeticOf({ build, library }: Compute): Pick<TrainingRecord, 'arithmetic' | 'library'> {
  const arithmetic = build === 'native' ? 'native' : build === 'simd-relaxed' ? 'relaxed' : 'exact'
  return { arithmetic, ...(library !== undefined && { library }) }
}
