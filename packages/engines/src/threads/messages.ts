import type { OperationName, PartOf } from '@rankwright/core/runtime'
import type { SectionQuestion } from '../parts/sectionParts.ts'

/** What a thread is asked: an operation over a section of a packed file. */
export interface SectionOrder<Name extends OperationName = OperationName> {
  readonly path: string
  readonly section: number
  readonly question: SectionQuestion<Name>
  /** How the files begin that answers leave for the next questions about these lists, where they do. */
  readonly keeping?: string
}

/** What a thread is told when a file is removed: it would keep it open, and the disk would keep its bytes. */
export interface Forgotten {
  readonly forget: string
}

/** What it answers, or what went wrong. */
export type SectionAnswer = { readonly parts: readonly PartOf<OperationName>[] } | { readonly failure: unknown }
