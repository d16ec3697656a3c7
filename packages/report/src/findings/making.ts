import type { Progress, Runtime } from '@rankwright/core'

/** What pages are made with. */
export interface Making {
  readonly runtime: Runtime
  onProgress(step: Progress): void
  /** The remarks in a document, with the options that they name as the reader gives them. */
  spelled<Document>(document: Document): Document
}
