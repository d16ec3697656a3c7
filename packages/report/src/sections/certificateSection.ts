import type { Certificate, Certified, HeldOutReport } from '@rankwright/core'
import { certifiedAdvice, theoremTitle } from '@rankwright/core/reports'
import { shownChance } from '@rankwright/core/theory'
import type { Chart } from '../charts/chart.ts'
import { intervalChart } from '../charts/intervalChart.ts'
import { termsChart } from '../charts/termsChart.ts'
import { type Html, html } from '../page/html.ts'
import { figures, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { atLeast, counted, decimals, grouped, readable } from '../text/shown.ts'

/** What can be guaranteed: held-out bounds first, then theorems as terms against what is known without learning. */
export function certificateSection(certified: Certified): Section {
  const { heldOut, notApplicable } = certified
  const advice = certifiedAdvice(certified)
  const quoted = heldOut.filter(({ metric }, place) => heldOut.findIndex((other) => other.metric === metric) === place)
  const drawn = advice.theorems.filter(isSum)
  return {
    title: 'What can be guaranteed',
    lead: leadOf(certified, advice.step),
    parts: [
      ...(quoted.length === 0 ? [] : [heldOutTable(quoted)]),
      ...figures([...(quoted.length === 0 ? [] : [heldOutChart(quoted)]), ...(drawn.length === 0 ? [] : [theoremChart(drawn)])]),
      ...assumptionParts(certified, quoted),
      ...(notApplicable.length === 0
        ? []
        : [
            html`<details><summary>Why ${counted(notApplicable.length, 'theorem does', 'theorems do')} not apply</summary>\n${tableHtml({
              label: 'Theorems that do not apply',
              columns: ['theorem', 'why'],
              rows: notApplicable.map(({ theorem, reason }) => [theorem, reason]),
            })}</details>`,
          ]),
      ...notes(certified.notes),
    ],
  }
}

function leadOf({ heldOut, population }: Certified, step: ReturnType<typeof certifiedAdvice>['step']): string {
  if (population !== undefined)
    return `Over all terms of the branches the mean hinge is ${readable(population.hinge)} and the mean gamma loss ${readable(population.gamma)}; scores that are all equal have ${readable(population.pairs)}. All terms are known, so no bound can be closer.`
  if (heldOut.length === 0) return 'Without lists that the model has not seen, there is no held-out bound.'
  if (step === 'mend') return 'An assumption of the held-out bound fails, so there is no guarantee; see below.'
  if (step === 'more-held-out') return 'There are too few lists for a guarantee.'
  const [{ delta, n, condition }] = heldOut
  return `From ${counted(n, 'list')} that the model has not seen: the mean over all ${condition}, if they come from where these came from, is at least the bound, except with probability ${shownChance(delta)}.`
}

function heldOutTable(quoted: readonly HeldOutReport[]): Html {
  return tableHtml({
    label: 'Held-out bounds',
    columns: ['metric', 'at least', 'mean on these lists', 'lists that count'],
    rows: quoted.map(({ metric, lower, value, verdict, n }) => [
      metric,
      verdict === 'vacuous' ? 'no bound' : atLeast(lower, 4),
      decimals(value, 4),
      grouped(n),
    ]),
  })
}

function heldOutChart(quoted: readonly HeldOutReport[]): Chart {
  return intervalChart({
    title: 'Held-out bound and mean',
    of: 'metric',
    measure: 'mean over lists',
    rows: quoted.map(({ metric, lower, value }) => ({ name: metric, value, low: lower, high: value })),
    reference: { name: 'known without learning', value: 0 },
    format: (value) => decimals(value, 4),
    note: 'A dot is the mean on these lists; its line reaches down to what is guaranteed. The dashed line is what is known without looking at any list.',
  })
}

/** Theorems whose bound is the sum of its terms. */
function isSum({ terms, bound, trivial, side }: Certificate): boolean {
  const values = Object.values(terms)
  const sum = values.reduce((total, value) => total + value, 0)
  return (
    side === 'below' &&
    trivial > 0 &&
    values.every((value) => value >= 0) &&
    Number.isFinite(bound) &&
    Math.abs(sum - bound) <= 1e-9 * Math.max(1, Math.abs(bound))
  )
}

function theoremChart(theorems: readonly Certificate[]): Chart {
  return termsChart({
    title: 'Theorems about the loss that was trained',
    rows: theorems.map(({ theorem, terms, bound, trivial }) => ({ name: theorem, terms, bound, known: trivial })),
    note: `A bar that ends before the dashed line says something: the bound is below what is known without learning. ${theorems.map(({ theorem }) => `${theorem}: ${theoremTitle(theorem)}.`).join(' ')}`,
  })
}

function assumptionParts({ certificates }: Certified, quoted: readonly HeldOutReport[]): Html[] {
  const method = quoted[0]?.method
  const used = certificates.filter(({ theorem }) => method === undefined || theorem === method || !theorem.startsWith('heldout-'))
  if (used.length === 0) return []
  const held = {
    true: html`<span class="good">holds</span>`,
    false: html`<span class="bad">does not hold</span>`,
    unknown: html`cannot be known`,
  }
  const unique = [
    ...new Map(
      used.flatMap(({ theorem, assumptions }) => assumptions.map((assumption) => [assumption.text, { ...assumption, theorem }] as const)),
    ).values(),
  ]
  return [
    html`<details><summary>What these bounds assume</summary>\n${tableHtml({
      label: 'Assumptions',
      columns: ['assumption', 'here'],
      rows: unique.map(({ text, holds, notRefuted, remedy }) => [
        html`${text}${remedy === undefined ? undefined : html` <span class="quiet">${remedy}</span>`}`,
        notRefuted ? html`not refuted` : held[String(holds) as keyof typeof held],
      ]),
    })}</details>`,
  ]
}
