import { RankwrightError } from '@rankwright/core'
import type { Answer } from './messages.ts'

/** What the thread that asked throws; problems become the error that they were in the worker. */
export function failureOf(answer: Extract<Answer<never>, { kind: 'refused' | 'failed' }>): unknown {
  return answer.kind === 'refused' ? new RankwrightError(...answer.problems) : answer.error
}
