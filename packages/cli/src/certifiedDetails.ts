/** The rest of what `certify` found: every method of the held-out bounds, every theorem with its assumptions and terms, and what does not apply. */

import type { Certificate, Certified } from '@rankwright/core'
import type { NotApplicable } from '@rankwright/core/guarantees'
import { isHeldOut, theoremTitle } from '@rankwright/core/reports'
import { shownChance } from '@rankwright/core/theory'
import { assumptionLines } from './assumptionLines.ts'
import { atLeast, decimals, readable } from './terminal/numbers.ts'
import { indented } from './terminal/paragraph.ts'
import type { Style } from './terminal/style.ts'
import { textTable } from './terminal/textTable.ts'

export function certifiedDetails(certified: Certified, style: Style): string[] {
  const { heldOut, certificates, notApplicable, population } = certified
  const theorems = certificates.filter((certificate) => !isHeldOut(certificate))
  return [
    ...(heldOut.length > 0 ? heldOutSections(certified, style) : []),
    ...theoremSections(theorems, style, population === undefined ? 'from the training lists' : 'from the sample'),
    ...reasonSections(notApplicable, style),
  ]
}

function heldOutSections({ heldOut, certificates }: Certified, style: Style): string[] {
  const table = textTable(
    ['metric', 'mean', 'at least', 'except with probability', 'method'],
    ['left', 'right', 'right', 'right', 'left'],
    heldOut.map(({ metric, value, lower, method, delta }) => [
      metric,
      decimals(value),
      atLeast(lower),
      String(shownChance(delta)),
      style.dim(method),
    ]),
  )
  const assumptions = certificates.filter(isHeldOut).flatMap((certificate) => certificate.assumptions)
  return [`${style.bold('The held-out bounds by every method')}\n${table}\n${assumptionLines(assumptions, style)}`]
}

/** What all theorems assume is said once, before them. */
function theoremSections(theorems: readonly Certificate[], style: Style, from: string): string[] {
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
      : caution(`vacuous: ${bound < trivial ? 'an assumption fails' : `${limit} ${readable(trivial)}, no more than this`}`)
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

/** Theorems that do not apply, those with the same reason together. */
function reasonSections(notApplicable: readonly NotApplicable[], { bold, columns }: Style): string[] {
  if (notApplicable.length === 0) return []
  const byReason = new Map<string, string[]>()
  for (const { theorem, reason } of notApplicable) byReason.set(reason, [...(byReason.get(reason) ?? []), theorem])
  const lines = [...byReason].flatMap(([reason, theorems]) => indented(`${theorems.join(', ')}: ${reason}`, columns, 2))
  return [[bold('What does not apply'), ...lines].join('\n')]
}
