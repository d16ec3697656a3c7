import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { count, madeBy, oneOf, optional, requireArguments } from '../../arguments/shapes.ts'
import { element, type PictureLayout, svgPage, textAt } from './svg.ts'
import { fitted, wrapped } from './textWidth.ts'

/** One score per term, and the parts that were ranked. */
export interface DrawnLine {
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly scores: Float64Array
  readonly parts: readonly { readonly id: string; readonly rate: number; readonly members: Int32Array }[]
}

/** Parts with neighbouring rates on one row of the picture. */
interface Row {
  readonly label: string
  readonly remark: string
  readonly members: readonly number[]
}

/** Where things stand: names beside their rows on wide pages, above them on narrow ones. */
interface Layout {
  readonly width: number
  readonly margin: number
  /** Where lines of scores begin. */
  readonly left: number
  readonly rowHeight: number
  /** The base lines of a name and its remark, and its line of scores, from the top of its row. */
  readonly name: number
  readonly remark: number
  readonly middle: number
  readonly roomOfName: number
}

const layouts: Readonly<Record<PictureLayout, Layout>> = {
  wide: { width: 960, margin: 24, left: 300, rowHeight: 34, name: 16, remark: 30, middle: 17, roomOfName: 260 },
  narrow: { width: 340, margin: 12, left: 12, rowHeight: 66, name: 14, remark: 29, middle: 47, roomOfName: 316 },
}
const inset = 10
const mostRows = 16
const lineOfText = 18

/** The learned line: a row for each part, lowest rate first, with a tick where its terms score; and where one term stands. An SVG file, for wide pages or for narrow ones. */
export function drawLine(line: DrawnLine, around?: number, layout: PictureLayout = 'wide'): string {
  requireArguments(
    { line, around, layout },
    {
      line: madeBy('trainOntology or requireLine', 'ids', 'names', 'scores', 'parts'),
      around: optional(count()),
      layout: oneOf('wide', 'narrow'),
    },
  )
  const { scores } = line
  const own = layouts[layout]
  const { width, margin, left, rowHeight } = own
  const right = width - margin
  if (around !== undefined && around >= scores.length) refuseArgument('around', around, `the number of a term, below ${scores.length}`)
  const rows = rowsOf(line)
  const [low, high] = rangeOf(scores)
  const xOf = (score: number) => left + inset + (high > low ? (score - low) / (high - low) : 0.5) * (right - left - 2 * inset)
  const about = wrapped(partsText(line, rows), 12, width - 2 * margin)
  const top = 86 + about.length * lineOfText
  const bottom = top + rows.length * rowHeight
  const height = bottom + 56
  return svgPage({
    width,
    height,
    title: around === undefined ? 'The learned line and its parts' : `The learned line, its parts, and ${labelOf(line, around)}`,
    description: described(line, rows, around),
    parts: [
      textAt(margin, 38, 'The learned line', { class: 'head' }),
      ...about.map((text, at) => textAt(margin, 64 + at * lineOfText, text, { class: 'quiet' })),
      ...rows.flatMap((row, at) => rowParts(row, top + at * rowHeight, scores, xOf, own)),
      element('line', { class: 'edge', x1: left, x2: right, y1: bottom + 6, y2: bottom + 6 }),
      ...[low, (low + high) / 2, high].map((score, at) =>
        textAt(xOf(score), bottom + 24, decimals(Math.abs(score) < (high - low) / 1000 ? 0 : score), {
          class: 'quiet',
          'text-anchor': at === 0 ? 'start' : at === 1 ? 'middle' : 'end',
        }),
      ),
      textAt(margin, bottom + (layout === 'wide' ? 24 : 42), 'score', { class: 'quiet' }),
      ...(around === undefined ? [] : markOf(line, around, xOf(scores[around]), { ...own, top, bottom })),
    ],
  })
}

/** One row for each part; where there are many, parts of neighbouring rates share rows with about as many terms. */
function rowsOf(line: DrawnLine): Row[] {
  const parts = [...line.parts].sort((a, b) => a.rate - b.rate)
  const terms = (members: Int32Array) => `${members.length} ${members.length === 1 ? 'term' : 'terms'}`
  if (parts.length <= mostRows) {
    return parts.map(({ id, rate, members }) => {
      const term = line.ids.indexOf(id)
      return { label: term < 0 ? id : labelOf(line, term), remark: `rate ${decimals(rate)}, ${terms(members)}`, members: [...members] }
    })
  }
  const total = parts.reduce((sum, { members }) => sum + members.length, 0)
  const groups: { parts: (typeof parts)[number][]; members: number[] }[] = []
  let before = 0
  for (const part of parts) {
    const group = Math.min(mostRows - 1, Math.floor((before / Math.max(1, total)) * mostRows))
    groups[group] ??= { parts: [], members: [] }
    groups[group].parts.push(part)
    groups[group].members.push(...part.members)
    before += part.members.length
  }
  return groups
    .filter((group) => group !== undefined)
    .map(({ parts: own, members }) => ({
      label: `${own.length} ${own.length === 1 ? 'part' : 'parts'}`,
      remark: `rates ${decimals(own[0].rate)} to ${decimals(own[own.length - 1].rate)}, ${members.length} terms`,
      members,
    }))
}

function rowParts(
  { label, remark, members }: Row,
  y: number,
  scores: Float64Array,
  xOf: (score: number) => number,
  layout: Layout,
): string[] {
  const { width, margin, left, roomOfName } = layout
  const counts = new Map<number, number>()
  for (const term of members) {
    const x = Math.round(xOf(scores[term]))
    counts.set(x, (counts.get(x) ?? 0) + 1)
  }
  const most = Math.max(1, ...counts.values())
  const middle = y + layout.middle
  const ticks = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([x, number]) => {
      const half = Number((3 + (9 * Math.log1p(number)) / Math.log1p(most)).toFixed(1))
      return `M${x} ${middle - half}v${2 * half}`
    })
  return [
    textAt(margin, y + layout.name, fitted(label, 13, roomOfName)),
    textAt(margin, y + layout.remark, fitted(remark, 12, roomOfName), { class: 'quiet' }),
    element('line', { class: 'rule', x1: left, x2: width - margin, y1: middle, y2: middle }),
    ...(ticks.length === 0 ? [] : [element('path', { class: 'tick', d: ticks.join('') })]),
  ]
}

function markOf(
  line: DrawnLine,
  term: number,
  x: number,
  { width, margin, left, top, bottom }: Layout & { readonly top: number; readonly bottom: number },
): string[] {
  const isRight = x > (left + width - margin) / 2
  const room = Math.min(420, (isRight ? x - margin : width - margin - x) - 60)
  const text = `${fitted(labelOf(line, term), 13, room)} ${decimals(line.scores[term])}`
  return [
    element('line', { class: 'edge', x1: x, x2: x, y1: top - 8, y2: bottom + 6 }),
    element('circle', { class: 'here', cx: x, cy: bottom + 6, r: 5 }),
    textAt(x, top - 14, text, { class: 'strong', 'text-anchor': isRight ? 'end' : 'start' }),
  ]
}

function partsText({ parts, scores }: DrawnLine, rows: readonly Row[]): string {
  const terms = `${scores.length} terms by one score`
  if (rows.length === parts.length) return `${terms}; each row is a part, the lowest rate first. A higher tick stands for more terms.`
  return `${terms}; ${parts.length} parts, neighbouring rates on one row, the lowest first. A higher tick stands for more terms.`
}

function described(line: DrawnLine, rows: readonly Row[], around: number | undefined): string {
  const parts = rows.map(({ label, remark, members }) => {
    const [low, high] = rangeOf(Float64Array.from(members, (term) => line.scores[term]))
    return `${label} (${remark}): ${decimals(low)} to ${decimals(high)}`
  })
  const here = around === undefined ? '' : ` ${labelOf(line, around)} scores ${decimals(line.scores[around])}.`
  return `Scores of the parts: ${parts.join('; ')}.${here}`
}

function rangeOf(scores: Float64Array): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const score of scores) {
    low = Math.min(low, score)
    high = Math.max(high, score)
  }
  return low <= high ? [low, high] : [0, 0]
}

function labelOf({ ids, names }: Pick<DrawnLine, 'ids' | 'names'>, term: number): string {
  return names[term] === '' ? ids[term] : names[term]
}

/** Whole numbers as they are, of others three digits that count. */
function decimals(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(3)))
}
