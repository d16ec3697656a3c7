import { text as aText, requireArguments } from '@rankwright/core/arguments'
import { resultsFormat } from '@rankwright/core/experiments'
import type { ReportSubject } from './subjects.ts'

/** The parts that tell what a command printed. */
const marks: readonly (readonly [kind: Exclude<ReportSubject['kind'], 'model' | 'experiment'>, ...parts: readonly string[]])[] = [
  ['comparison', 'contenders', 'pairs'],
  ['abstention', 'rule', 'table', 'curve'],
  ['stream', 'learner', 'prequential', 'history'],
  ['tuning', 'best', 'trials'],
  ['evaluation', 'metrics', 'intervals', 'skipped'],
  ['data', 'listSizes', 'featureRanges'],
  ['certificate', 'certificates', 'heldOut', 'notApplicable'],
]

/**
 * What `compare --json`, `abstain --json`, `stream --json`, `tune --json`, `evaluate --json`, `inspect --json` or `certify --json` printed, or `results.json`
 * of an experiment, as the subject of a report. Undefined if it is none of them; `reportPage` checks the rest.
 */
export function subjectOfJson(text: string, name: string): ReportSubject | undefined {
  requireArguments({ text, name }, { text: aText, name: aText })
  const document = parsed(text)
  if (typeof document !== 'object' || document === null) return undefined
  if ('format' in document)
    // files of ours name their format
    return document.format === resultsFormat ? ({ kind: 'experiment', name, report: document } as unknown as ReportSubject) : undefined
  const found = marks.find(([, ...parts]) => parts.every((part) => Object.hasOwn(document, part)))
  return found === undefined ? undefined : ({ kind: found[0], name, report: document } as ReportSubject)
}

/** Undefined if it is no JSON. JSON has no word for NaN, and null is written for it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (value === null ? Number.NaN : value))
  } catch {
    return undefined
  }
}
