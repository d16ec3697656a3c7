export interface ServedCoverage {
  readonly name: string
  readonly population: string
  readonly repetition: string
  readonly metric: string
  readonly method: string
  readonly failed: number
  readonly checked: number
}

export const servings: Readonly<Record<string, unknown>>
export function servedCoverage(
  name: string,
  asked: {
    readonly count: number
    readonly draws: number
    readonly delta: number
    readonly checkEvery: number
    readonly onlyPopulation?: string
  },
): Generator<ServedCoverage>
