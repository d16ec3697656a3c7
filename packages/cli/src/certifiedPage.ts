/** What `certify` found, as a page to read in a minute: what to act on, under which condition, and the theorem that says most. */
import type { Certified } from '@rankwright/core'
import { servedText } from '@rankwright/core/abstention'
import type { HeldOutReport } from '@rankwright/core/guarantees'
import { type CertifiedAdvice, certifiedAdvice, isHeldOut, theoremTitle } from '@rankwright/core/reports'
import { shownChance } from '@rankwright/core/theory'
import { assumptionLines } from './assumptionLines.ts'
import { certifiedDetails } from './certifiedDetails.ts'
import { atLeast, counted, decimals, grouped, readable } from './terminal/numbers.ts'
import { indented } from './terminal/paragraph.ts'
import type { Style } from './terminal/style.ts'
import { textTable } from './terminal/textTable.ts'

/** With `theory` everything else follows. */
export function certifiedPage(certified: Certified, style: Style, theory: boolean): string {
  const advice = certifiedAdvice(certified)
  const summary = [...actLines(certified, advice, style), ...theoremLines(certified, advice, style)]
  if (!theory) return `${[...summary, ...moreLines(certified, style)].join('\n')}\n`
  return `${[summary.join('\n'), ...certifiedDetails(certified, style)].join('\n\n')}\n`
}

function actLines(certified: Certified, advice: CertifiedAdvice, style: Style): string[] {
  const { heldOut, population } = certified
  const { bold, columns } = style
  if (population !== undefined) {
    const { hinge, gamma, pairs } = population
    const known = `Over all terms of the branches the mean hinge is ${readable(hinge)} and the mean gamma loss ${readable(gamma)}; all-equal scores have ${readable(pairs)}. All terms are known, so no bound can be closer.`
    return [bold('What to act on'), ...indented(known, columns, 2)]
  }
  if (heldOut.length === 0) return [bold('What to act on'), ...indented(stepText(advice), columns, 2)]
  const [{ delta, joint }] = heldOut
  const chance =
    joint === undefined
      ? `each number except with probability ${shownChance(delta)}`
      : `all numbers together except with probability ${shownChance(joint.delta)} (${shownChance(delta)} for each of ${joint.statements} statements)`
  return [
    `${bold('What to act on')}, ${advice.step === 'rely' ? chance : 'if anything'}`,
    ...(advice.step === 'rely' ? [] : indented(stepText(advice), columns, 2)),
    heldOutTable(heldOut, advice),
    ...(advice.step === 'rely' && advice.remedies.length > 0 ? indented(stepText(advice), columns, 2) : []),
    ...populationLines(heldOut).flatMap((line) => indented(line, columns, 2)),
    assumptionLines(worthSaying(certified), style),
  ]
}

/** The first method of each metric: the one to quote. */
function heldOutTable(heldOut: readonly HeldOutReport[], { step }: CertifiedAdvice): string {
  const quoted = heldOut.filter(({ metric }, place) => heldOut.findIndex((other) => other.metric === metric) === place)
  const whole = quoted.some(({ everyList }) => everyList !== undefined)
  const decided = quoted.some(({ byScore }) => byScore !== undefined)
  const headings = [
    ...['metric', 'at least', 'mean on the held-out lists'],
    ...(whole ? ['at least, counting every list'] : []),
    ...(decided ? ['by score, at least', 'mean'] : []),
  ]
  return textTable(
    headings,
    headings.map((_, column) => (column === 0 ? 'left' : 'right')),
    quoted.map(({ metric, value, lower, verdict, everyList, byScore }) => [
      ...[metric, step === 'rely' && verdict === 'vacuous' ? 'no bound' : atLeast(lower), decimals(value)],
      ...(whole ? [everyList === undefined || (step === 'rely' && verdict === 'vacuous') ? '' : atLeast(everyList.lower)] : []),
      ...(decided ? (byScore === undefined ? ['', ''] : [atLeast(byScore.lower), decimals(byScore.value)]) : []),
    ]),
  )
}

/** Which lists the numbers are about; metrics that are about the same ones together. */
function populationLines(heldOut: readonly HeldOutReport[]): string[] {
  const metricsOf = new Map<string, Set<string>>()
  for (const { metric, condition, n, lists, skipped, seen, repeated, everyList, served } of heldOut) {
    const others = [
      ...(seen > 0 ? [`${seen} that the model has seen`] : []),
      ...(repeated > 0 ? [`${repeated} that ${repeated === 1 ? 'repeats' : 'repeat'} another`] : []),
    ]
    const share = n === lists ? counted(n, 'held-out list') : `${grouped(n)} of ${counted(lists, 'held-out list')}`
    const without = others.length === 0 ? '' : `, without ${others.join(' and ')}`
    const counting = everyList === undefined ? '' : `; counting every list, the ${skipped === 1 ? 'other is' : `${skipped} others are`} 0`
    const shown = served === undefined ? '' : `; as rank serves them: ${servedText(served)}`
    const text = `among ${condition}: ${share}${without}${shown}${counting}`
    if (everyList === undefined && [...metricsOf.keys()].some((known) => known.startsWith(text))) continue
    metricsOf.set(text, (metricsOf.get(text) ?? new Set()).add(metric))
  }
  const several = metricsOf.size > 1
  return Array.from(metricsOf, ([text, metrics]) => `${several ? `${[...metrics].join(', ')}: ` : ''}${text}`)
}

/** What the numbers rest on: whether the lists were unseen and independent, and whatever fails or is not known. */
function worthSaying({ certificates, heldOut }: Certified) {
  const quoted = certificates.filter((certificate) => isHeldOut(certificate) && certificate.theorem === heldOut[0].method)
  const [independent, unseen] = quoted[0].assumptions
  const others = quoted.flatMap(({ assumptions }) => assumptions.slice(2)).filter(({ holds }) => holds !== true)
  return [independent, unseen, ...others]
}

function stepText(advice: CertifiedAdvice): string {
  switch (advice.step) {
    case 'give-held-out':
      return `${advice.theorems.length === 0 ? 'Nothing can be guaranteed from what was given. ' : ''}Give --held-out DATA: lists that the model has never seen bound its metrics directly, and nearly always better than any theorem.`
    case 'more-held-out':
      return 'Nothing yet: there are too few held-out lists for a guarantee. Get more of them.'
    case 'mend':
      return `Nothing yet: an assumption of the held-out bound fails, see below. ${advice.remedies.join(' ')}`.trimEnd()
    case 'rely':
      return advice.remedies.length === 0 ? '' : `Where there is no bound, an assumption fails, see below. ${advice.remedies.join(' ')}`
  }
}

/** The theorem that says most, or that none says anything. */
function theoremLines(
  { population, notApplicable }: Certified,
  { theorems, best, informative }: CertifiedAdvice,
  { bold, columns }: Style,
): string[] {
  if (best === undefined) {
    const reasons = new Set(notApplicable.map(({ reason }) => reason))
    return reasons.size === 1 ? [bold('What theory says'), ...indented(`Nothing here. ${[...reasons].join()}`, columns, 2)] : []
  }
  const { theorem, statement, bound, trivial, trivialIs } = best
  const about = population === undefined ? 'about the loss that was trained' : 'from the sample alone'
  const limit = `${trivialIs ?? 'no loss exceeds'} ${readable(trivial)}`
  const heading = `${bold('What theory says')} ${about}`
  const others = best.assumptions.some(({ text, holds }) => holds === false && text.startsWith('The training lists given are those'))
  if (others) {
    const given = 'Nothing: --train DATA is not what this model was trained on, by its fingerprint. Give its training lists.'
    return [heading, ...indented(given, columns, 2)]
  }
  if (informative.length > 0)
    return [heading, ...indented(`${statement} For comparison: ${limit}. (${theoremTitle(theorem)}, ${theorem}.)`, columns, 2)]
  const closest = `the closest of ${counted(theorems.length, 'theorem')}, ${theorem}, gives ${readable(bound)}, and ${limit}`
  const failing = best.verdict === 'informative' ? `${closest}, but an assumption fails` : closest
  return [heading, ...indented(`Nothing here: ${failing}.`, columns, 2)]
}

function moreLines({ certificates, notApplicable }: Certified, { dim }: Style): string[] {
  const parts = [
    ...(certificates.length > 0 ? [`${counted(certificates.length, 'certificate')} in full`] : []),
    ...(notApplicable.length > 0 ? [`why ${counted(notApplicable.length, 'other theorem')} cannot be used`] : []),
  ]
  return [dim(`--theory prints ${parts.join(' and ')}.`)]
}
