import type { Comparison } from '@rankwright/core'
import { type ComparedContender, type ComparedPair, letterGroups } from '@rankwright/core/evaluation'
import type { Chart } from '../charts/chart.ts'
import { intervalChart } from '../charts/intervalChart.ts'
import { scatterChart } from '../charts/scatterChart.ts'
import { shareChart } from '../charts/shareChart.ts'
import { type Html, html, nameHtml } from '../page/html.ts'
import { figures, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { between, counted, decimals, inSentence, percent, readable, shortened, signed } from '../text/shown.ts'

/** A leaderboard with intervals, every pair with its tests, and lists one by one. */
export function comparisonSections(comparison: Comparison): Section[] {
  const ordered = { ...comparison, pairs: pairsByPlace(comparison) }
  return [leaderboard(ordered), pairSection(ordered, usualLevel), ...listSections(ordered)]
}

/** Where `compare` takes a difference for real. */
const usualLevel = 0.05

/** The best first. */
export function byValue({ contenders, better }: Pick<Comparison, 'contenders' | 'better'>): ComparedContender[] {
  return contenders.toSorted((a, b) => (better === 'greater' ? b.value - a.value : a.value - b.value))
}

/** The letters of the rankers, the best first: those that share one cannot be told apart. Empty where nothing is tested. */
export function comparedGroups(comparison: Pick<Comparison, 'contenders' | 'better' | 'pairs' | 'untested'>): readonly string[] {
  const names = byValue(comparison).map(({ name }) => name)
  if (comparison.untested !== undefined) return []
  const different = comparison.pairs
    .filter(({ tests }) => tests.randomisation.pHolm < usualLevel)
    .map(({ a, b }) => [names.indexOf(a), names.indexOf(b)] as const)
    .filter(([a, b]) => a >= 0 && b >= 0 && a !== b) // a document from elsewhere may name others
  return letterGroups(names.length, different)
}

/** Pairs as on the leaderboard: differences to the best one first, and the better one before the other. */
function pairsByPlace(comparison: Comparison): ComparedPair[] {
  const place = new Map(byValue(comparison).map(({ name }, at) => [name, at]))
  const at = (name: string) => place.get(name) ?? 0
  return comparison.pairs
    .map((pair) => (at(pair.a) <= at(pair.b) ? pair : turned(pair)))
    .sort((one, other) => at(one.a) - at(other.a) || at(one.b) - at(other.b))
}

/** The same pair, the other way round: its tests have two sides. */
function turned({ a, b, delta, interval: [low, high], ...pair }: ComparedPair): ComparedPair {
  return { ...pair, a: b, b: a, delta: -delta, interval: [-high, -low] }
}

function leaderboard(comparison: Comparison): Section {
  const { metric, lists, skipped, profile, confidence, better } = comparison
  const sorted = byValue(comparison)
  const known = sorted.some(({ interval }) => interval !== undefined)
  const groups = comparedGroups(comparison)
  return {
    title: 'Leaderboard',
    lead: `${metric}${better === 'lesser' ? ' (less is better)' : ''} on ${counted(lists, 'list')}, conventions of the profile ${profile}${skipped > 0 ? `; ${counted(skipped, 'list')} do not count` : ''}.${groups.length > 0 ? ' Rankers that share a letter cannot be told apart.' : ''}`,
    parts: [
      tableHtml({
        label: 'Leaderboard',
        columns: [
          'place',
          'ranker',
          metric,
          ...(known ? [`${percent(confidence, 0)} interval`] : []),
          ...(groups.length > 0 ? ['group'] : []),
        ],
        rows: sorted.map(({ name, value, interval }, place) => [
          String(place + 1),
          name,
          decimals(value, 4),
          ...(known ? [interval === undefined ? 'n/a' : between(interval, 4)] : []),
          ...(groups.length > 0 ? [html`<strong>${groups[place]}</strong>`] : []),
        ]),
      }),
      ...figures([
        intervalChart({
          title: `${metric} of each ranker`,
          of: 'ranker',
          measure: metric,
          rows: sorted.map(({ name, value, interval }) => ({
            name,
            value,
            low: interval?.[0] ?? Number.NaN,
            high: interval?.[1] ?? Number.NaN,
          })),
          format: (value) => decimals(value, 4),
          ...(known && {
            note: `${percent(confidence, 0)} intervals of each mean alone. Whether two rankers differ is told by their differences, list by list.`,
          }),
        }),
        differenceChart(comparison),
      ]),
    ],
  }
}

export function differenceChart({ pairs, metric, confidence }: Pick<Comparison, 'pairs' | 'metric' | 'confidence'>): Chart {
  const most = 24
  return intervalChart({
    title: 'Differences',
    of: 'pair',
    measure: `difference of ${metric}`,
    rows: pairs.slice(0, most).map(({ a, b, delta, interval: [low, high] }) => ({ name: a, minus: b, value: delta, low, high })),
    reference: { name: 'no difference', value: 0 },
    format: (value) => decimals(value, 4),
    note: `${percent(confidence, 0)} bootstrap intervals over lists, for each pair alone.${pairs.length > most ? ` The first ${most} of ${pairs.length} pairs.` : ''}`,
  })
}

/** Every pair with its tests; a p-value below the level makes a difference real. */
export function pairSection(
  { pairs, untested, better, notes: remarks }: Pick<Comparison, 'pairs' | 'untested' | 'better' | 'notes'>,
  level: number,
  title = 'Which differences are real',
): Section {
  const p = (value: number) => (value < 0.0001 ? '< 0.0001' : decimals(value, 4))
  return {
    title,
    lead:
      untested ??
      `Paired tests over lists${pairs.length > 1 ? `, p-values corrected by Holm for ${pairs.length} pairs` : ''}. A difference is taken for real if the randomisation test has p below ${readable(level)}.`,
    parts: [
      tableHtml({
        label: 'Pairs of rankers',
        columns: ['pair', 'difference', 'interval', 'p, t test', 'p, randomisation', 'verdict'],
        rows: pairs.map((pair) => [
          html`${nameHtml(shortened(pair.a, 48))} − ${nameHtml(shortened(pair.b, 48))}`,
          signed(pair.delta, 4),
          between(pair.interval, 4),
          p(pair.tests['paired-t'].pHolm),
          p(pair.tests.randomisation.pHolm),
          verdict(pair, better, level),
        ]),
      }),
      ...notes([...remarks, ...unlikeIntervals(pairs, remarks, level)]),
    ],
  }
}

/** Where the interval of a pair alone leaves out 0, and the test calls the difference chance. */
function unlikeIntervals(pairs: readonly ComparedPair[], remarks: readonly string[], level: number): string[] {
  const unlike = pairs.filter(({ interval: [low, high], tests }) => (low > 0 || high < 0) && !(tests.randomisation.pHolm < level))
  if (unlike.length === 0 || remarks.some((remark) => remark.includes('interval'))) return []
  const corrected = pairs.length > 1 ? ', and p-values are corrected for the number of pairs' : ''
  return [
    `${unlike.length === 1 ? 'An interval leaves' : 'Some intervals leave'} out 0 where the verdict is chance. Intervals are bootstraps over lists, which are short if there are few lists${corrected}. The verdict goes by the test.`,
  ]
}

function verdict({ a, b, delta, tests }: ComparedPair, better: Comparison['better'], level: number): Html {
  if (!(tests.randomisation.pHolm < level)) return html`<span class="quiet">could be chance</span>`
  return html`<span class="good">${nameHtml(shortened(delta > 0 === (better === 'greater') ? a : b, 48))} is better</span>`
}

/** Differences of the last digits are ties. */
const tie = 1e-12

/** The two best, list by list, and who wins how often. */
export function listSections(
  comparison: Pick<Comparison, 'perList' | 'contenders' | 'metric' | 'better'>,
  title = 'List by list',
): Section[] {
  const { perList = [], contenders, metric, better } = comparison
  if (perList.length === 0) return []
  const sorted = byValue(comparison)
  const placeOf = (contender: ComparedContender) => contenders.indexOf(contender)
  const [first, second] = [placeOf(sorted[0]), placeOf(sorted[1])]
  const ends = perList.flatMap(({ values }) => [values[first], values[second]]).filter(Number.isFinite)
  const domain = around(minMax(ends))
  const sign = better === 'greater' ? 1 : -1
  const wins = (a: number, b: number) => perList.filter(({ values }) => sign * (values[a] - values[b]) > tie).length
  const name = (place: number) => inSentence(shortened(contenders[place].name, 32))
  return [
    {
      title,
      lead: `Lists on which each ranker does better than the best one, ${contenders[first].name}.`,
      parts: [
        ...figures([
          shareChart({
            title: `Lists won and lost against ${name(first)}`,
            of: 'ranker',
            measure: 'lists',
            parts: [{ name: 'won' }, { name: 'equal', quiet: true }, { name: 'lost' }],
            rows: sorted.slice(1).map((contender) => {
              const [won, lost] = [wins(placeOf(contender), first), wins(first, placeOf(contender))]
              return { name: contender.name, counts: [won, perList.length - won - lost, lost] }
            }),
          }),
          scatterChart({
            title: `${metric} of ${contenders.length === 2 ? 'both' : 'the two best'}, list by list`,
            of: 'list',
            x: { name: name(first), domain },
            y: { name: name(second), domain },
            points: perList.map(({ id, values }) => ({ name: id, x: values[first], y: values[second] })),
            note: `Above the dashed line ${name(second)} has the greater value, below it ${name(first)}.`,
          }),
        ]),
      ],
    },
  ]
}

/** Some room, so that no dot lies on the edge. */
function around([low, high]: readonly [number, number]): readonly [number, number] {
  if (!(low < high)) return low === high ? [low - 0.5, high + 0.5] : [0, 1]
  const room = 0.04 * (high - low)
  return [low - room, high + room]
}

function minMax(values: readonly number[]): readonly [number, number] {
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity])
}
