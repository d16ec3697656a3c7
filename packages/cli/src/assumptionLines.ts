import type { Assumption } from '@rankwright/core/guarantees'
import { paragraph } from './terminal/paragraph.ts'
import type { Style } from './terminal/style.ts'

/** Each assumption once, with what is known about it. */
export function assumptionLines(assumptions: readonly Assumption[], { good, bad, caution, columns }: Style): string {
  const marks = { true: good('✓ holds  '), false: bad('✗ FAILS  '), unknown: caution('? unknown') }
  const byText = new Map(assumptions.map(({ text, holds }) => [text, holds]))
  return [...byText]
    .map(([text, holds]) => {
      const [first, ...rest] = paragraph(text, columns - 13)
      return [`  ${marks[String(holds) as keyof typeof marks]}  ${first}`, ...rest.map((line) => `             ${line}`)].join('\n')
    })
    .join('\n')
}
