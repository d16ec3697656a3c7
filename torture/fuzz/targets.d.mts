export interface Target {
  /** How often it has its turn. */
  readonly share: number
  /** The functions that it attacks, by name. */
  readonly reads: readonly string[]
  seeds(): readonly Uint8Array[]
  run(input: Uint8Array): unknown
}

/** Everything that reads bytes of others, by name. */
export const targets: Readonly<Record<string, Target>>
