/** How large trees are by default: small and many where there is little data, as measured in docs/methods/lambdamart.md. */
export interface SizeFacts {
  readonly rows: number
}

/** Up to this many rows trees are as small as they get; from `MANY` on they are as large as other tools have them. */
const FEW = 20_000
const MANY = 200_000

export function usualLeaves({ rows }: SizeFacts): number {
  return Math.round(between(rows, 7, 31))
}

export function usualRate({ rows }: SizeFacts): number {
  return Math.round(1000 * between(rows, 0.05, 0.1)) / 1000
}

export function usualMinRows({ rows }: SizeFacts): number {
  return Math.max(1, Math.min(20, Math.floor(rows / 50)))
}

function between(rows: number, few: number, many: number): number {
  const share = Math.max(0, Math.min(1, (rows - FEW) / (MANY - FEW)))
  return few + share * (many - few)
}
