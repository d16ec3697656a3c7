export interface Coverage {
  readonly name: string
  readonly population: string
  readonly repetition: string
  readonly order: string
  readonly found: number
  readonly failed: number
  readonly checked: number
}

interface Asked {
  readonly count: number
  readonly draws: number
  readonly delta: number
  readonly checkEvery: number
  readonly only?: (cell: { readonly population: string; readonly repetition: string; readonly order: string }) => boolean
}

export const rules: Readonly<Record<string, unknown>>
export function ruleCoverage(name: string, asked: Asked): Generator<Coverage>
