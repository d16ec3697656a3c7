/** Labels that are no grades, such as counts of clicks, turned into grades. */

import { requireSameLength } from '../../arguments/requireNumbers.ts'
import { either, numbers, requireArguments } from '../../arguments/shapes.ts'
import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { firstAbove } from '../../numeric/order/sortedSearch.ts'
import { logOf } from '../../numeric/special/log.ts'
import { type Problem, RankwrightError } from '../../problems/problem.ts'
import type { Grades } from './gradesRule.ts'
import type { Numbers } from './numbers.ts'
import type { RankingLists } from './rankingLists.ts'

const gradesForm = 'log, quantile:5 (into 5 grades) or binary:1 (1 from a label of 1 on)'

/** The lists with grades for labels: by a rule that a model has, or by the text of one, which is fitted to these lists. */
export function gradedLists(lists: RankingLists, how: Grades | string): RankingLists {
  const grades = typeof how === 'string' ? fittedGrades(how, sortedLabels(lists.labels)) : how
  return { ...lists, labels: Float64Array.from(lists.labels, (label) => gradeOf(grades, label)), grades }
}

/** The same for lists that are read: where a rule that is fitted to them does not tell labels below 0 apart any more, a note says how many. */
export function gradedListsTold(lists: RankingLists, how: Grades | string, onNote: ((note: Problem) => void) | undefined): RankingLists {
  const graded = gradedLists(lists, how)
  const kind = graded.grades?.kind
  if (onNote === undefined || typeof how !== 'string' || kind === undefined || kind === 'binary') return graded
  const below = gradesBelowZero(lists.labels, graded.labels)
  if (below !== undefined) onNote({ area: 'data', code: 'grades-below-zero', kind, ...below })
  return graded
}

/**
 * How many rows have labels below 0, the greatest grade that they get, and how many of the others get one that is not greater. Undefined where labels
 * below 0 keep their order.
 */
function gradesBelowZero(labels: Float64Array, grades: Float64Array) {
  const found = new Map<number, number>()
  let [least, rows, grade, others] = [0, 0, 0, 0]
  for (const [row, label] of labels.entries()) {
    if (!(label < 0)) continue
    found.set(label, grades[row])
    least = Math.min(least, label)
    grade = Math.max(grade, grades[row])
    rows++
  }
  if (rows === 0) return undefined
  for (const [row, label] of labels.entries()) if (label >= 0 && grades[row] <= grade) others++
  const isMerged = others > 0 || new Set(found.values()).size < found.size
  return isMerged ? { rows, all: labels.length, least, grade, others } : undefined
}

/** The same where only the different labels are known, ascending, and how often each of them occurs: their grades, and the rule. */
export function gradesOfCounts(
  how: Grades | string,
  labels: Numbers,
  counts: Numbers,
): { readonly grades: Grades; readonly labels: Float64Array } {
  requireArguments({ how, labels, counts }, { how: either('a rule of grades, or its text', isRule), labels: numbers(), counts: numbers() })
  requireSameLength('counts', counts, 'labels', labels)
  const ends = Float64Array.from(counts)
  for (let place = 1; place < ends.length; place++) ends[place] += ends[place - 1]
  const sorted = { count: ends.at(-1) ?? 0, at: (place: number) => labels[firstAbove(ends, place)] }
  const grades = typeof how === 'string' ? fittedGrades(how, sorted) : how
  return { grades, labels: Float64Array.from(labels, (label) => gradeOf(grades, label)) }
}

/** Each different label once, in ascending order, and how many rows have it. */
export interface LabelCounts {
  readonly labels: Float64Array
  readonly counts: Float64Array
}

export function labelCounts(labels: Float64Array): LabelCounts {
  const sorted = labels.filter((label) => !Number.isNaN(label)).sort()
  return addedUp(sorted, new Float64Array(sorted.length).fill(1))
}

/** The labels of all rows, from those of some rows each. */
export function mergedLabelCounts(parts: readonly LabelCounts[]): LabelCounts {
  const all = parts.flatMap(({ labels, counts }) => Array.from(labels, (label, place) => ({ label, count: counts[place] })))
  all.sort((a, b) => a.label - b.label || Number(Object.is(b.label, -0)) - Number(Object.is(a.label, -0))) // −0 first, as arrays of numbers sort
  return addedUp(
    Float64Array.from(all, ({ label }) => label),
    Float64Array.from(all, ({ count }) => count),
  )
}

/** Labels in ascending order, of which some may be there several times. */
function addedUp(sorted: Float64Array, times: Float64Array): LabelCounts {
  const [labels, counts]: [number[], number[]] = [[], []]
  for (const [place, label] of sorted.entries()) {
    if (labels.length > 0 && Object.is(labels[labels.length - 1], label)) counts[counts.length - 1] += times[place]
    else {
      labels.push(label)
      counts.push(times[place])
    }
  }
  return { labels: Float64Array.from(labels), counts: Float64Array.from(counts) }
}

function isRule(given: unknown): boolean {
  if (typeof given === 'string') return true
  const { kind, edges, from } = (given ?? {}) as { readonly kind?: unknown; readonly edges?: unknown; readonly from?: unknown }
  return kind === 'log' || (kind === 'quantile' && edges instanceof Float64Array) || (kind === 'binary' && Number.isFinite(from))
}

/** Refuses a text that is no rule, before labels are read. */
export function requireGrades(how: Grades | string | undefined): void {
  if (typeof how === 'string') fittedGrades(how, sortedLabels(new Float64Array()))
}

/** The rule behind a text such as `quantile:5`. */
function fittedGrades(how: string, labels: SortedLabels): Grades {
  const [name, value, ...rest] = how.split(':')
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
  if (rest.length === 0 && name === 'log' && value === undefined) return { kind: 'log' }
  if (rest.length === 0 && name === 'binary' && Number.isFinite(number)) return { kind: 'binary', from: number }
  if (rest.length === 0 && name === 'quantile' && Number.isInteger(number) && number >= 2 && number <= 1000)
    return { kind: 'quantile', edges: quantileEdges(labels, number) }
  throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'grades', found: how, allowed: gradesForm })
}

/** Labels of all rows, ascending. */
interface SortedLabels {
  readonly count: number
  at(place: number): number
}

function sortedLabels(labels: Float64Array): SortedLabels {
  const sorted = labels.filter((label) => !Number.isNaN(label)).sort()
  return { count: sorted.length, at: (place) => sorted[place] }
}

/** Upper ends of the parts, each once; no label lies above the last part, so it needs none. */
function quantileEdges({ count, at }: SortedLabels, parts: number): Float64Array {
  if (count === 0) return new Float64Array()
  const ends = Array.from({ length: parts - 1 }, (_, part) => at(Math.max(0, Math.ceil(((part + 1) * count) / parts) - 1)))
  return Float64Array.from(new Set(ends.filter((end) => end < at(count - 1))))
}

function gradeOf(grades: Grades, label: number): number {
  if (Number.isNaN(label)) return label
  switch (grades.kind) {
    case 'log':
      return label > 0 ? logOf(1 + label) / Math.LN2 : 0
    case 'binary':
      return label >= grades.from ? 1 : 0
    case 'quantile': {
      let grade = 0
      while (grade < grades.edges.length && grades.edges[grade] < label) grade++
      return grade
    }
  }
}

export function gradesToDocument(grades: Grades): Readonly<Record<string, unknown>> {
  return grades.kind === 'quantile' ? { kind: grades.kind, edges: encodeArray('f64', grades.edges) } : { ...grades }
}

export function gradesFromDocument(value: unknown, where: string, read: DocumentReader): Grades {
  const kind = read.choice(read.object(value, where)['kind'], `${where}.kind`, ['log', 'quantile', 'binary'] as const)
  switch (kind) {
    case 'log':
      read.object(value, where, ['kind'])
      return { kind }
    case 'binary': {
      const parts = read.object(value, where, ['kind', 'from'])
      return { kind, from: read.number(parts['from'], `${where}.from`) }
    }
    case 'quantile': {
      const parts = read.object(value, where, ['kind', 'edges'])
      return { kind, edges: read.float64(parts['edges'], `${where}.edges`) }
    }
  }
}
