/** What a comparison shows on a terminal, and as a document. */
import type { Comparison } from '@rankwright/core'
import { servedText } from '@rankwright/core/abstention'
import type { ComparedPair } from '@rankwright/core/evaluation'
import { lackingFor } from '@rankwright/core/metrics'
import { counted, decimals } from './terminal/numbers.ts'
import { paragraph } from './terminal/paragraph.ts'
import type { Style } from './terminal/style.ts'
import { textTable } from './terminal/textTable.ts'

/** As it is where lists are not asked for one by one. */
export function withoutLists({ perList: _lists, ...comparison }: Comparison): Comparison {
  return { ...comparison, contenders: comparison.contenders.map(({ interval: _interval, ...contender }) => contender) }
}

export function comparisonText(comparison: Comparison, style: Style): string {
  const { metric, profile, lists, skipped, untested, confidence, contenders, pairs } = comparison
  const { bold, dim, columns } = style
  const someServed = contenders.some(({ served }) => served !== undefined)
  const means = textTable(
    ['', metric, ...(someServed ? ['by score', 'as rank serves its lists'] : [])],
    ['left', 'right', 'right', 'left'],
    contenders.map(({ name, value, byScore, served }) => [
      ...[name, decimals(value)],
      ...(someServed ? [byScore === undefined ? '' : decimals(byScore), served === undefined ? '' : servedText(served)] : []),
    ]),
  )
  const rows = pairs.map(({ a, b, delta, interval, tests }) => [
    `${a} − ${b}`,
    signed(delta),
    Number.isNaN(interval[0]) ? (untested === undefined ? 'too few lists' : 'n/a') : `${signed(interval[0])} to ${signed(interval[1])}`,
    probability(tests['paired-t'].pHolm),
    probability(tests.randomisation.pHolm),
  ])
  const differences = textTable(
    ['difference', 'delta', 'interval', 'p (t)', 'p (randomisation)'],
    ['left', 'right', 'left', 'right', 'right'],
    rows,
  )
  const corrected = pairs.length > 1 ? `, p-values Holm-corrected for ${pairs.length} pairs` : ''
  const sections = [
    `${bold(metric)}${comparison.better === 'lesser' ? ' (less is better)' : ''} on ${counted(lists, 'list')}${skipped > 0 ? ` (${counted(skipped, 'list')} without ${lackingFor(metric)} skipped)` : ''}, profile ${profile}`,
    means,
    differences,
    ...(untested === undefined
      ? [
          pairs.map((pair) => verdict(pair, comparison.better, style)).join('\n'),
          dim(`intervals: ${100 * confidence} % confidence, bootstrap over lists${corrected}`),
        ]
      : [paragraph(untested, columns).join('\n')]),
  ]
  return `${sections.join('\n\n')}\n`
}

/** In words: the two differ if the randomisation test says so at the usual level. */
function verdict({ a, b, delta, tests }: ComparedPair, better: Comparison['better'], { good, dim }: Style): string {
  if (!(tests.randomisation.pHolm < 0.05)) return dim(`${a} and ${b}: no significant difference on these lists`)
  return good(delta > 0 === (better === 'greater') ? `${a} is better than ${b}` : `${b} is better than ${a}`)
}

function signed(value: number): string {
  return Number.isNaN(value) ? 'n/a' : `${value < 0 ? '−' : '+'}${decimals(Math.abs(value))}`
}

function probability(p: number): string {
  return p < 0.0001 ? '< 0.0001' : decimals(p)
}
