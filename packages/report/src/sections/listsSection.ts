import type { Attribution, PairExplanation } from '@rankwright/core'
import { barChart } from '../charts/barChart.ts'
import type { ShownItem, ShownList } from '../findings/shownLists.ts'
import { figureHtml } from '../page/figureHtml.ts'
import { type Html, html, nameHtml } from '../page/html.ts'
import type { Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { column, counted, decimals, inSentence, readable, shortened, signed } from '../text/shown.ts'
import { featureTitle } from './featureSections.ts'

/** Some lists as they came and as the model orders them, and why one item stands above another. */
export function listsSection(shown: readonly ShownList[]): Section {
  return {
    title: 'Lists before and after',
    lead: 'Before is the order of the rows in the file, after is the order of the scores. Labels were not looked at to order them.',
    parts: shown.map(listPart),
  }
}

function listPart({ id, which, metric, value, items, before, after, why }: ShownList): Html {
  const more = items - after.length
  return html`<h3>List ${nameHtml(shortened(id, 60))}: ${which}, ${metric} ${decimals(value)}</h3>
<div class="orders">
<div><h4>Before</h4>${ordered(before, `List ${id} before`, false)}</div>
<div><h4>After</h4>${ordered(after, `List ${id} after`, true)}</div>
</div>
${more > 0 ? html`<p class="note">The first ${after.length} of ${counted(items, 'item')}.</p>` : undefined}
${why === undefined ? undefined : whyPart(why)}`
}

function ordered(items: readonly ShownItem[], label: string, scored: boolean): Html {
  const scores = column(items.map(({ score }) => score))
  return tableHtml({
    label,
    columns: ['place', 'item', 'label', ...(scored ? ['score', 'was'] : [])],
    rows: items.map(({ name, label: grade, from }, place) => [
      String(place + 1),
      shortened(name, 48),
      readable(grade),
      ...(scored ? [scores[place], String(from)] : []),
    ]),
  })
}

const mostReasons = 8

const howWords: Readonly<Record<Attribution, string>> = {
  exact: 'The score is a sum over features, so these are its terms.',
  'integrated-gradients': 'Integrated gradients between the two items.',
  'shapley-values': 'Shapley values of the trees.',
  'sampled-shapley-values': 'Sampled Shapley values.',
  'weighted-members': 'Sums over the models of the ensemble, by their weights.',
}

function whyPart(why: NonNullable<ShownList['why']>): Html {
  const { above, below, wrong } = why
  const title = `Why ${inSentence(shortened(above, 32))} stands above ${inSentence(shortened(below, 32))}`
  const remark = wrong ? ' By the labels this is a mistake.' : ''
  if (!('found' in why)) return html`<p class="note">${title}: ${why.why}</p>`
  const { contributions, difference, how, itself } = why.found
  if (contributions.length === 0)
    return html`<p class="note">${title}: no feature tells them apart; they stand in the order they came in.${remark}</p>`
  const rest = contributions.length - mostReasons
  const greatest = Math.max(...contributions.map(({ contribution }) => Math.abs(contribution)))
  const places = greatest > 0 ? Math.min(8, Math.max(3, 2 - Math.floor(Math.log10(greatest)))) : 3
  return figureHtml(
    barChart({
      title,
      of: 'feature',
      measure: 'adds to the lead',
      bars: contributions.slice(0, mostReasons).map((reason) => ({ name: featureTitle(reason.feature), value: reason.contribution })),
      format: (value) => signed(value, places),
      note: `It leads by ${readable(difference)}.${remark} ${howWords[how]}${itself === undefined ? '' : ` What is known of the items themselves adds ${readable(itself)}.`}${rest > 0 ? ` ${counted(rest, 'weaker reason')} left out.` : ''} Values: ${valuesText(contributions)}.`,
    }),
  )
}

function valuesText(contributions: PairExplanation['contributions']): string {
  const value = (number: number) => (Number.isNaN(number) ? 'missing' : readable(number))
  return contributions
    .slice(0, 3)
    .map(({ feature, values: [one, two] }) => `${inSentence(featureTitle(feature))} ${value(one)} against ${value(two)}`)
    .join('; ')
}
