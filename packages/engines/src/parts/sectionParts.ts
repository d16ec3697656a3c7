import { finish, type RankingLists, type Runtime } from '@rankwright/core'
import { type AskedOf, type Kept, type ListsOnDemand, LocalLists, type OperationName, type PartOf } from '@rankwright/core/runtime'
import type { Before } from '../packed/packedFormat.ts'
import { inColumns } from './inColumns.ts'
import type { ChosenColumns } from './packedParts.ts'

/** What is asked of a section. */
export interface SectionQuestion<Name extends OperationName = OperationName> {
  readonly name: Name
  readonly asked: AskedOf<Name>
  readonly columns?: ChosenColumns | undefined
}

/** What the blocks of a section contribute. What is computed on the way is forgotten. */
export function sectionParts<Name extends OperationName>(
  section: RankingLists,
  before: Before,
  { name, asked, columns }: SectionQuestion<Name>,
  runtime: Runtime,
): PartOf<Name>[] {
  const mark = runtime.compute.mark()
  try {
    return finish(LocalLists.of(inColumns(section, columns), runtime, before).parts(name, asked))
  } finally {
    runtime.compute.release(mark)
  }
}

/** The same for lists whose rows are read if they are needed, with what earlier answers about them have left. */
export function keptSectionParts<Name extends OperationName>(
  section: ListsOnDemand,
  before: Before,
  { name, asked, columns }: SectionQuestion<Name>,
  kept: Kept,
  runtime: Runtime,
): PartOf<Name>[] {
  const mark = runtime.compute.mark()
  const known = { ...section, width: columns?.from.length ?? section.width, lists: () => inColumns(section.lists(), columns) }
  try {
    return finish(LocalLists.onDemand(known, runtime, before, kept).parts(name, asked))
  } finally {
    runtime.compute.release(mark)
  }
}
