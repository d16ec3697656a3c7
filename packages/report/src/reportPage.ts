import { type Progress, plainRuntime, type Runtime } from '@rankwright/core'
import { callback, fields, oneOf, options as optionsShape, requireRuntime, type Shape, text } from '@rankwright/core/arguments'
import type { Making } from './findings/making.ts'
import { type Page, pageText } from './page/page.ts'
import { subjectShapes } from './subjects/subjectShapes.ts'
import { type ReportSubject, subjects } from './subjects/subjects.ts'

export interface ReportOptions {
  /** Called before each step of long work. */
  readonly onProgress?: (step: Progress) => void
  /** Spells the options that remarks name, everywhere in a document; left out, they stand as in code. */
  readonly spelled?: <Document>(document: Document) => Document
}

/** The text of an HTML file: one page that loads nothing, for a model, a comparison, a stream … The same subject gives the same bytes. */
export function reportPage(subject: ReportSubject, options: ReportOptions = {}, runtime: Runtime = plainRuntime): string {
  subjectShape('subject', subject)
  optionsShape({ onProgress: callback, spelled: callback })('options', options)
  requireRuntime(runtime)
  const { onProgress = () => {}, spelled = (document) => document } = options
  const made = subjects[subject.kind] as (subject: ReportSubject, making: Making) => Page
  return pageText(made(subject, { runtime, onProgress, spelled }))
}

const named = fields({ kind: oneOf(...Object.keys(subjects)), name: text })

const subjectShape: Shape = (argument, subject) => {
  named(argument, subject)
  subjectShapes[(subject as ReportSubject).kind](argument, subject)
}
