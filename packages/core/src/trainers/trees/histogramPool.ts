import type { Compute } from '../../numeric/compute/compute.ts'
import { histogramLength } from '../../numeric/compute/histogram.ts'

/** Histograms that are used again, tree after tree. */
export interface HistogramPool {
  take(): Int32Array
  giveBack(histogram: Int32Array): void
}

export function histogramPool(stride: number, compute: Compute): HistogramPool {
  const free: Int32Array[] = []
  return {
    take: () => free.pop() ?? compute.integers(histogramLength(stride)),
    giveBack: (histogram) => void free.push(histogram),
  }
}
