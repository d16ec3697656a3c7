import type { RankedSeries } from '@rankwright/core/streaming'

export interface StreamSet {
  readonly folder?: string
  readonly title: string
  readonly make: () => RankedSeries[]
}

export const streamSets: readonly StreamSet[]

export function missingFolder(folder: string | undefined): string | undefined

export interface RaceTables {
  readonly races: readonly Readonly<Record<string, string>>[]
  readonly results: ReadonlyMap<string, readonly Readonly<Record<string, string>>[]>
}

export function raceTables(): RaceTables

export function raceSeries(tables: RaceTables, options?: { readonly grid?: boolean }): RankedSeries[]
