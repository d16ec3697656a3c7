import type { Assumption } from '@rankwright/core/guarantees'
import { paragraph } from './terminal/paragraph.ts'
import type { Style } from './terminal/style.ts'

/** Each assumption once, with what is known about it. */
export function assumptionLines(assumptions: readonly Assumption[], style: Style): string {
  const byText = new Map(assumptions.map((assumption) => [assumption.text, markOf(assumption)]))
  const width = Math.max(...Array.from(byText.values(), (mark) => marks[mark].length))
  return [...byText]
    .map(([text, mark]) => {
      const [first, ...rest] = paragraph(text, style.columns - width - 4)
      const shown = style[colours[mark]](marks[mark].padEnd(width))
      return [`  ${shown}  ${first}`, ...rest.map((line) => `${' '.repeat(width + 4)}${line}`)].join('\n')
    })
    .join('\n')
}

const marks = { holds: '✓ holds', fails: '✗ FAILS', notRefuted: '– not refuted', unknown: '? unknown' } as const
const colours = { holds: 'good', fails: 'bad', notRefuted: 'caution', unknown: 'caution' } as const

function markOf({ holds, notRefuted }: Assumption): keyof typeof marks {
  if (holds === true) return 'holds'
  if (holds === false) return 'fails'
  return notRefuted === undefined ? 'unknown' : 'notRefuted'
}
