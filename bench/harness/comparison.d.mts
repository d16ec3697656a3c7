export interface Entrant {
  readonly name: string
  readonly ours: boolean
  readonly threads: number
  readonly samples: readonly number[]
  readonly processorSamples?: readonly number[]
  readonly answer?: number
  readonly absent?: string
  readonly leastRatios?: Readonly<Record<string, number>>
  readonly against?: readonly string[]
}

export interface Comparison {
  readonly ours: string
  readonly peer: string
  readonly threads: number
  readonly oursSeconds: number
  readonly peerSeconds?: number
  readonly ratio?: number
  readonly ratioRange?: readonly [number, number]
  readonly processorRatio?: number
  readonly difference?: number
  readonly absent?: string
  readonly leastRatio?: number
  readonly met?: boolean
}

export function compareEntrants(entrants: readonly Entrant[], tolerance?: number): Comparison[]
export function median(values: Iterable<number>): number
