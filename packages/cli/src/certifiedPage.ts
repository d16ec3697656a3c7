/** What `certify` found, as a page to read: what to expect, what to act on, what each theorem says and assumes. */
import type { Certificate, Certified } from '@rankwright/core'
import type { Assumption, HeldOutReport, NotApplicable } from '@rankwright/core/guarantees'
import { type CertifiedAdvice, certifiedAdvice, isHeldOut, theoremTitle } from '@rankwright/core/reports'
import { counted, decimals, readable } from './terminal/numbers.ts'
import { paragraph } from './terminal/paragraph.ts'
import type { Style } from './terminal/style.ts'
import { textTable } from './terminal/textTable.ts'

export function certifiedPage(certified: Certified, style: Style): string {
  const { heldOut, certificates, notApplicable, population } = certified
  if (population !== undefined) return ontologyPage(certified, population, style)
  const advice = certifiedAdvice(certified)
  const sections = [
    ...(heldOut.length > 0 ? heldOutSections(certified, certificates.filter(isHeldOut), style) : []),
    adviceSection(advice, style),
    ...theoremSections(advice.theorems, style),
    ...reasonSections(notApplicable, style),
  ]
  return `${sections.join('\n\n')}\n`
}

/** The same for an ontology model, whose error on all terms is known. */
function ontologyPage({ certificates, notApplicable }: Certified, population: NonNullable<Certified['population']>, style: Style): string {
  const { bold, columns } = style
  const known = [
    bold('What is known without a theorem'),
    ...indented(
      `Over all terms of the branches the mean hinge is ${readable(population.hinge)} and the mean gamma loss ${readable(population.gamma)}; scores that are all equal have ${readable(population.pairs)}. The bounds below are about the same numbers, from the sample alone.`,
      columns,
      2,
    ),
  ].join('\n')
  return `${[known, ...theoremSections(certificates, style, 'from the sample'), ...reasonSections(notApplicable, style)].join('\n\n')}\n`
}

function heldOutSections({ heldOut }: Certified, certificates: readonly Certificate[], style: Style): string[] {
  const { bold, dim } = style
  const table = textTable(
    ['metric', 'mean', 'at least', 'except with probability', 'method'],
    ['left', 'right', 'right', 'right', 'left'],
    heldOut.map(({ metric, value, lower, method, delta }) => [metric, decimals(value), decimals(lower), String(delta), dim(method)]),
  )
  const whole = heldOut.filter(({ everyList }) => everyList !== undefined)
  const vacuous = certificates.filter(({ verdict }) => verdict === 'vacuous').length
  return [
    [bold('What to expect on new lists'), ...populationLines(heldOut), table].join('\n'),
    ...(whole.length > 0 ? [`Counting every list: ${whole.map(everyListText).join('; ')}.`] : []),
    ...(vacuous > 0 ? [`${counted(vacuous, 'statement')} above say nothing: more held-out lists would help.`] : []),
    `${bold('Assuming')}\n${assumptionLines(
      certificates.flatMap(({ assumptions }) => assumptions),
      style,
    )}`,
  ]
}

/** Which lists the numbers are about; metrics that are about the same ones together. */
function populationLines(heldOut: readonly HeldOutReport[]): string[] {
  const metricsOf = new Map<string, Set<string>>()
  for (const { metric, condition, n, lists } of heldOut) {
    const text = `among ${condition}: ${n === lists ? counted(n, 'held-out list') : `${n} of ${counted(lists, 'held-out list')}`}`
    metricsOf.set(text, (metricsOf.get(text) ?? new Set()).add(metric))
  }
  const several = metricsOf.size > 1
  return Array.from(metricsOf, ([text, metrics]) => `  ${several ? `${[...metrics].join(', ')}: ` : ''}${text}`)
}

function everyListText({ metric, everyList }: HeldOutReport): string {
  return everyList === undefined
    ? ''
    : `${metric} ${decimals(everyList.value)}, at least ${decimals(everyList.lower)} (${everyList.condition})`
}

/** Which of all these numbers to act on. */
function adviceSection(advice: CertifiedAdvice, { bold, columns }: Style): string {
  return [bold('What to act on'), ...indented(`${stepText(advice)}${theoremsText(advice)}`, columns, 2)].join('\n')
}

function stepText(advice: CertifiedAdvice): string {
  switch (advice.step) {
    case 'give-held-out':
      return `${advice.theorems.length === 0 ? 'Nothing can be guaranteed from what was given. ' : ''}Give --held-out DATA: lists that the model has never seen bound its metrics directly, and nearly always better than any theorem.`
    case 'more-held-out':
      return 'There are too few held-out lists for a guarantee: get more of them.'
    case 'unseen-held-out':
      return 'Nothing yet: an assumption of the held-out bound fails, see above. Give lists that the model has never seen.'
    case 'rely': {
      const { metric, lower, method } = advice.bound
      return `${metric} of at least ${decimals(lower)} (${method}): it only assumes that the model never saw the lists.`
    }
  }
}

function theoremsText({ theorems, informative }: CertifiedAdvice): string {
  if (theorems.length === 0) return ''
  if (informative.length === 0) return ' No theorem below is informative with all its assumptions met.'
  const names = informative.map(({ theorem }) => theorem).join(', ')
  return ` Below, ${names} also ${informative.length === 1 ? 'says' : 'say'} something, about the loss that was trained.`
}

/** What all theorems assume is said once, before them. */
function theoremSections(theorems: readonly Certificate[], style: Style, from = 'from the training lists'): string[] {
  if (theorems.length === 0) return []
  const inAll = (text: string) => theorems.every(({ assumptions }) => assumptions.some((other) => other.text === text))
  const shared = theorems[0].assumptions.filter(({ text }) => theorems.length > 1 && inAll(text))
  const sharedTexts = new Set(shared.map(({ text }) => text))
  const heading = `${style.bold('What theory says')} about the loss that was trained, ${from}`
  const common = Object.keys(theorems[0].constants).filter((name) => theorems.length > 1 && sameInAll(theorems, name))
  return [
    [
      heading,
      ...(shared.length > 0 ? ['  All of these assume:', assumptionLines(shared, style)] : []),
      ...(common.length > 0 ? [constantLines(theorems[0].constants, common, style)] : []),
    ].join('\n'),
    ...theorems.map((certificate) => theoremBlock(certificate, sharedTexts, new Set(common), style)),
  ]
}

function sameInAll(theorems: readonly Certificate[], name: string): boolean {
  const [{ constants: first }] = theorems
  return theorems.every(({ constants }) => constants[name]?.value === first[name].value && constants[name].origin === first[name].origin)
}

function constantLines(constants: Certificate['constants'], names: readonly string[], { dim, columns }: Style): string {
  const text = names.map((name) => `${name} = ${readable(constants[name].value)} (${constants[name].origin})`).join('; ')
  return indented(text, columns, 2).map(dim).join('\n')
}

function theoremBlock(
  { theorem, statement, assumptions, constants, terms, bound, trivial, trivialIs, verdict }: Certificate,
  shared: ReadonlySet<string>,
  common: ReadonlySet<string>,
  style: Style,
): string {
  const { bold, dim, good, caution, columns } = style
  const limit = trivialIs ?? 'no loss exceeds'
  const judged =
    verdict === 'informative'
      ? good(`informative: ${limit} ${readable(trivial)}`)
      : caution(`vacuous: ${limit} ${readable(trivial)}, no more than this`)
  const own = assumptions.filter(({ text }) => !shared.has(text))
  const names = Object.keys(constants).filter((name) => !common.has(name))
  const adding = Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== 0))
  return [
    `${bold(theoremTitle(theorem))}  ${dim(theorem)}`,
    `  ${judged}`,
    ...indented(statement, columns, 2),
    bars({ ...adding, bound, [limit]: trivial }, style),
    ...(own.length > 0 ? [assumptionLines(own, style)] : []),
    ...(names.length > 0 ? [constantLines(constants, names, style)] : []),
  ].join('\n')
}

/** Numbers with bars of their size. */
function bars(numbers: Readonly<Record<string, number>>, { columns }: Style): string {
  const entries = Object.entries(numbers)
  const greatest = Math.max(...entries.map(([, value]) => value))
  const names = Math.max(...entries.map(([name]) => name.length))
  const figures = Math.max(...entries.map(([, value]) => readable(value).length))
  const room = Math.max(10, Math.min(40, columns - names - figures - 8))
  return entries
    .map(([name, value]) =>
      `    ${name.padEnd(names)}  ${readable(value).padStart(figures)}  ${bar(greatest > 0 ? (room * value) / greatest : 0)}`.trimEnd(),
    )
    .join('\n')
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of up to this many columns, to the eighth; anything above 0 is visible. */
function bar(length: number): string {
  const parts = length > 0 ? Math.max(1, Math.round(length * 8)) : 0
  return '█'.repeat(Math.floor(parts / 8)) + eighths[parts % 8]
}

/** Each assumption once, with what is known about it. */
function assumptionLines(assumptions: readonly Assumption[], { good, bad, caution, columns }: Style): string {
  const marks = { true: good('✓ holds  '), false: bad('✗ FAILS  '), unknown: caution('? unknown') }
  const byText = new Map(assumptions.map(({ text, holds }) => [text, holds]))
  return [...byText]
    .map(([text, holds]) => {
      const [first, ...rest] = paragraph(text, columns - 13)
      return [`  ${marks[String(holds) as keyof typeof marks]}  ${first}`, ...rest.map((line) => `             ${line}`)].join('\n')
    })
    .join('\n')
}

/** Theorems that do not apply, those with the same reason together. */
function reasonSections(notApplicable: readonly NotApplicable[], { bold, columns }: Style): string[] {
  if (notApplicable.length === 0) return []
  const byReason = new Map<string, string[]>()
  for (const { theorem, reason } of notApplicable) byReason.set(reason, [...(byReason.get(reason) ?? []), theorem])
  const lines = [...byReason].flatMap(([reason, theorems]) => indented(`${theorems.join(', ')}: ${reason}`, columns, 2))
  return [[bold('What does not apply'), ...lines].join('\n')]
}

function indented(text: string, columns: number, by: number): string[] {
  return paragraph(text, columns - by).map((line) => ' '.repeat(by) + line)
}
