import type { AskedOf, OperationName, PartOf } from '@rankwright/core/runtime'

/** The lists of a packed file, or some columns of them: column j is column from[j], or 0 where that is −1. */
export interface PackedView {
  readonly path: string
  readonly columns?: { readonly from: Int32Array; readonly names?: readonly string[] }
}

/** What a thread is asked: an operation over a section. */
export interface SectionOrder<Name extends OperationName = OperationName> {
  readonly view: PackedView
  readonly section: number
  readonly name: Name
  readonly asked: AskedOf<Name>
}

/** What it answers, or what went wrong. */
export type SectionAnswer = { readonly parts: readonly PartOf<OperationName>[] } | { readonly failure: unknown }
