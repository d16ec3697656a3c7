import { fields, madeBy, oneOf, optional, requireArguments, text as textShape } from '../../arguments/shapes.ts'
import type { TermSimilarity } from '../similarity.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { hierarchyShape } from '../structure/ontologyShapes.ts'
import type { Neighbourhood } from './neighbourhood.ts'
import { element, escaped, type PictureLayout, svgPage, textAt } from './svg.ts'
import { fitted, textWidth } from './textWidth.ts'

/** A similarity, with the name that the picture gives it. */
export interface NamedSimilarity {
  readonly name: string
  readonly similarity: Pick<TermSimilarity, 'of'>
}

export interface DrawnSimilarities {
  readonly learned?: NamedSimilarity
  readonly classical: NamedSimilarity
}

/** One line of the picture: a term, or how many more there are. */
interface Row {
  readonly term?: number
  readonly text: string
  /** What stands behind the name, smaller. */
  readonly remark: string
  readonly depth: number
  readonly isAsked: boolean
}

/** Where things stand: bars beside their terms on wide pages, below them on narrow ones. */
interface Layout {
  readonly width: number
  readonly margin: number
  readonly rowHeight: number
  /** The middle of a name and of its bars, from the top of its row. */
  readonly name: number
  readonly bar: number
  /** Where names end. */
  readonly treeRight: number
  readonly roomForIndents: number
  readonly columns: { readonly learned: number; readonly classical: number }
  readonly barWidth: number
  /** Base lines of the id of the term, what is said of its way, and what the bars are. */
  readonly id: number
  readonly below: number
  readonly headings: number
  readonly roomOfHeading: number
}

const wide: Layout = {
  width: 960,
  margin: 24,
  rowHeight: 26,
  name: 13,
  bar: 13,
  treeRight: 600,
  roomForIndents: 242,
  columns: { learned: 624, classical: 790 },
  barWidth: 100,
  id: 38,
  below: 72,
  headings: 72,
  roomOfHeading: 150,
}
const narrow: Layout = {
  width: 340,
  margin: 12,
  rowHeight: 44,
  name: 13,
  bar: 31,
  treeRight: 328,
  roomForIndents: 90,
  columns: { learned: 122, classical: 230 },
  barWidth: 60,
  id: 56,
  below: 76,
  headings: 96,
  roomOfHeading: 100,
}
/** Without a model there is one column of bars. */
const widthWithoutModel = 800
const widestIndent = 22

function layoutOf(layout: PictureLayout, { learned }: DrawnSimilarities): Layout {
  if (layout === 'narrow') return narrow
  return learned === undefined ? { ...wide, width: widthWithoutModel } : wide
}

const named = fields({ name: textShape, similarity: madeBy('termSimilarity or learnedSimilarity', 'of') }, 'a similarity with its name')
const shapes = {
  hierarchy: hierarchyShape,
  neighbourhood: madeBy('neighbourhoodOf', 'term', 'path', 'siblings', 'children'),
  similarities: fields({ classical: named, learned: optional(named) }, 'similarities with their names'),
  picture: oneOf('wide', 'narrow'),
}

/** The way down from a root to a term, its siblings and children, and the terms most similar to it, with bars of both similarities: an SVG file. */
export function drawNeighbourhood(
  hierarchy: Hierarchy,
  neighbourhood: Neighbourhood,
  similar: readonly number[],
  similarities: DrawnSimilarities,
  picture: PictureLayout = 'wide',
): string {
  requireArguments({ hierarchy, neighbourhood, similarities, picture }, shapes)
  const layout = layoutOf(picture, similarities)
  const { width, margin, rowHeight } = layout
  const { ontology } = hierarchy
  const { term } = neighbourhood
  const title = labelOf(hierarchy, term)
  const tree = treeRows(hierarchy, neighbourhood)
  const list = similar.map((other): Row => termRow(hierarchy, other, 0, pathText(hierarchy, other)))
  const treeTop = layout.headings + 24
  const listTop = treeTop + tree.length * rowHeight + 56
  const height = listTop + list.length * rowHeight + margin
  const bars = (rows: readonly Row[], top: number) =>
    rows.flatMap((row, at) => barsOf(row, top + at * rowHeight, term, similarities, layout))
  return svgPage({
    width,
    height,
    title: ontology.ids[term] === title ? `Around ${title}` : `Around ${title} (${ontology.ids[term]})`,
    description: described(hierarchy, neighbourhood, similar, similarities),
    parts: [
      textAt(margin, 38, fitted(title, 18, width - 2 * margin - (picture === 'wide' ? 240 : 0)), { class: 'head' }),
      ...(ontology.ids[term] === title ? [] : [idText(ontology.ids[term], picture, layout)]),
      textAt(margin, layout.below, fitted(belowText(hierarchy, neighbourhood), 12, layout.treeRight - margin), { class: 'quiet' }),
      ...headings(similarities, layout),
      element('line', { class: 'rule', x1: margin, x2: width - margin, y1: layout.headings + 10, y2: layout.headings + 10 }),
      ...markOf(tree, treeTop, layout),
      ...edgesOf(tree, treeTop, layout),
      ...tree.map((row, at) => rowOf(row, treeTop + at * rowHeight, indentOf(tree, layout), layout, true)),
      ...bars(tree, treeTop),
      textAt(margin, listTop - 24, similar.length === 0 ? 'No other term is similar' : 'Most similar terms', { class: 'strong' }),
      element('line', { class: 'rule', x1: margin, x2: width - margin, y1: listTop - 14, y2: listTop - 14 }),
      ...list.map((row, at) => rowOf(row, listTop + at * rowHeight, 0, layout, false)),
      ...bars(list, listTop),
    ],
  })
}

/** The id of the term: at the right of its name, or below it. */
function idText(id: string, picture: PictureLayout, { width, margin, id: y }: Layout): string {
  if (picture === 'narrow') return textAt(margin, y, fitted(id, 12, width - 2 * margin), { class: 'quiet' })
  return textAt(width - margin, y, fitted(id, 12, 220), { class: 'quiet', 'text-anchor': 'end' })
}

function treeRows(hierarchy: Hierarchy, { term, path, siblings, moreSiblings, children, moreChildren }: Neighbourhood): Row[] {
  const depth = path.length
  const more = (count: number, what: string, at: number): Row[] =>
    count === 0 ? [] : [{ text: `and ${count} more ${what}`, remark: '', depth: at, isAsked: false }]
  return [
    ...path.map((each, at) => termRow(hierarchy, each, at)),
    { ...termRow(hierarchy, term, depth), isAsked: true },
    ...children.map((child) => termRow(hierarchy, child, depth + 1)),
    ...more(moreChildren, 'below it', depth + 1),
    ...siblings.map((sibling) => termRow(hierarchy, sibling, depth)),
    ...more(moreSiblings, 'beside it', depth),
  ]
}

function termRow({ ontology: { ids, names } }: Hierarchy, term: number, depth: number, remark?: string): Row {
  const name = names[term] === '' ? ids[term] : names[term]
  return { term, text: name, remark: remark ?? (name === ids[term] ? '' : ids[term]), depth, isAsked: false }
}

/** Deep paths have narrow steps, so that names keep their room. */
function indentOf(rows: readonly Row[], { roomForIndents }: Layout): number {
  const deepest = rows.reduce((most, { depth }) => Math.max(most, depth), 1)
  return Math.min(widestIndent, roomForIndents / deepest)
}

function rowOf(
  { term, text, remark, depth, isAsked }: Row,
  top: number,
  indent: number,
  { margin, name, treeRight }: Layout,
  hasDot: boolean,
): string {
  const x = margin + depth * indent
  const y = top + name
  const start = x + (hasDot ? 12 : 0)
  const room = treeRight - start
  const size = 13
  const shown = fitted(text, size, room)
  const left = room - textWidth(shown, size) * (isAsked ? 1.08 : 1) - 10
  const small = remark !== '' && left > 60 ? fitted(remark, 12, left) : ''
  const parts = [
    ...(term === undefined ? [] : [element('title', {}, escaped(remark === '' ? text : `${text} (${remark})`))]),
    ...(hasDot && term !== undefined ? [element('circle', { class: isAsked ? 'here' : 'dot', cx: x, cy: y, r: isAsked ? 5 : 3.5 })] : []),
    textAt(start, y + 4.5, shown, { class: term === undefined ? 'quiet' : isAsked ? 'strong' : 'name' }),
    ...(small === '' ? [] : [textAt(treeRight, y + 4.5, small, { class: 'quiet', 'text-anchor': 'end' })]),
  ]
  return element('g', {}, ...parts)
}

function markOf(rows: readonly Row[], top: number, { width, margin, rowHeight, name }: Layout): string[] {
  const at = rows.findIndex(({ isAsked }) => isAsked)
  return [
    element('rect', {
      class: 'mark',
      x: margin - 12,
      y: top + at * rowHeight + 1,
      width: width - 2 * margin + 24,
      height: 2 * name - 2,
      rx: 6,
    }),
  ]
}

/** From each row to the row above it that is its parent: down, then to the right. One path, so that lines on top of each other stay thin. */
function edgesOf(rows: readonly Row[], top: number, layout: Layout): string[] {
  const indent = indentOf(rows, layout)
  const { margin, rowHeight, name } = layout
  const steps = rows.map(({ depth }, at) => {
    if (depth === 0) return ''
    const parent = rows.slice(0, at).findLastIndex((row) => row.depth === depth - 1)
    const [x, y] = [margin + (depth - 1) * indent, top + at * rowHeight + name]
    return `M${tidy(x)} ${tidy(top + parent * rowHeight + name + 5)}V${tidy(y)}H${tidy(x + indent - 5)}`
  })
  const d = steps.join('')
  return d === '' ? [] : [element('path', { class: 'edge', d })]
}

function headings({ learned, classical }: DrawnSimilarities, { columns, headings: y, roomOfHeading }: Layout): string[] {
  const [first, second] = learned === undefined ? [classical] : [learned, classical]
  const head = (x: number, { name }: NamedSimilarity) => textAt(x, y, fitted(name, 12, roomOfHeading), { class: 'quiet' })
  return [head(columns.learned, first), ...(second === undefined ? [] : [head(columns.classical, second)])]
}

function barsOf({ term, isAsked }: Row, top: number, asked: number, { learned, classical }: DrawnSimilarities, layout: Layout): string[] {
  if (term === undefined || isAsked) return []
  const { columns } = layout
  if (learned === undefined) return bar(columns.learned, top, classical.similarity.of(asked, term), 'classical', layout)
  return [
    ...bar(columns.learned, top, learned.similarity.of(asked, term), 'learned', layout),
    ...bar(columns.classical, top, classical.similarity.of(asked, term), 'classical', layout),
  ]
}

function bar(x: number, top: number, value: number, of: 'learned' | 'classical', { bar: middle, barWidth }: Layout): string[] {
  const y = top + middle
  const length = Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value)) * barWidth
  return [
    element('rect', { class: 'groove', x, y: y - 4, width: barWidth, height: 8, rx: 4 }),
    ...(length === 0 ? [] : [element('rect', { class: of, x, y: y - 4, width: length, height: 8, rx: Math.min(4, length / 2) })]),
    textAt(x + barWidth + 8, y + 4.5, decimals(value), { class: 'quiet' }),
  ]
}

function belowText(hierarchy: Hierarchy, { path, otherParents }: Neighbourhood): string {
  if (path.length === 0) return 'A root of the hierarchy'
  if (otherParents.length === 0) return 'From the root by the shortest way'
  return `Also below ${otherParents.map((term) => labelOf(hierarchy, term)).join(', ')}`
}

/** Where a term stands: its parents, or that it has none. */
function pathText(hierarchy: Hierarchy, term: number): string {
  const { parentOffsets, parents } = hierarchy
  const above = [...new Set(parents.subarray(parentOffsets[term], parentOffsets[term + 1]))]
  return above.length === 0 ? 'a root' : `in ${above.map((parent) => labelOf(hierarchy, parent)).join(', ')}`
}

function described(
  hierarchy: Hierarchy,
  { term, path, children, moreChildren, siblings, moreSiblings }: Neighbourhood,
  similar: readonly number[],
  { learned, classical }: DrawnSimilarities,
): string {
  const list = (terms: readonly number[], more: number) =>
    `${terms.map((each) => labelOf(hierarchy, each)).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const values = (other: number) =>
    [learned, classical]
      .flatMap((each) => (each === undefined ? [] : [`${each.name} ${decimals(each.similarity.of(term, other))}`]))
      .join(', ')
  return [
    `Way from the root: ${list([...path, term], 0)}.`,
    ...(children.length === 0 ? [] : [`Below it: ${list(children, moreChildren)}.`]),
    ...(siblings.length === 0 ? [] : [`Beside it: ${list(siblings, moreSiblings)}.`]),
    ...(similar.length === 0
      ? ['No other term is similar.']
      : [`Most similar: ${similar.map((other) => `${labelOf(hierarchy, other)} (${values(other)})`).join('; ')}.`]),
  ].join(' ')
}

function labelOf({ ontology: { ids, names } }: Hierarchy, term: number): string {
  return names[term] === '' ? ids[term] : names[term]
}

function decimals(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(2)
}

function tidy(value: number): number {
  return Number(value.toFixed(2))
}
