import type { Comparison } from './comparison.mjs'

/** What `run` may tell, beside the time the harness takes. */
type Outcome =
  | number
  | undefined
  | { readonly answer?: number; readonly seconds?: number; readonly peakBytes?: number; readonly facts?: object }

export interface Competitor {
  readonly name: string
  readonly run?: () => Outcome | Promise<Outcome>
  readonly python?: string
  readonly threads?: number
  readonly leastRatios?: Readonly<Record<string, number>>
  readonly peakLimit?: number
}

export interface Benchmark {
  readonly title: string
  readonly warmUp?: boolean
  readonly tolerance?: number
  readonly variants: readonly Competitor[]
  readonly peers: readonly Competitor[]
}

export interface MeasuredCase {
  readonly name: string
  readonly entrants: readonly {
    readonly name: string
    readonly absent?: string
    readonly seconds: readonly number[]
    readonly peakMet?: boolean
  }[]
  readonly comparisons: readonly Comparison[]
}

export function measure(
  name: string,
  benchmark: Benchmark,
  options: { readonly rounds: number; readonly only?: string },
): Promise<{ readonly python?: string; readonly cases: readonly MeasuredCase[] }>
