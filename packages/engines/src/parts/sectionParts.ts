import { finish, type RankingLists, type Runtime } from '@rankwright/core'
import { type AskedOf, LocalLists, type OperationName, type PartOf } from '@rankwright/core/runtime'
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
