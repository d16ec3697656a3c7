import { readable, shortened } from '../text/shown.ts'
import { type Html, html, nameHtml } from './html.ts'

export type Cell = string | number | Html

export interface TableData {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** What it is about, for screen readers. */
  readonly label: string
}

/** Longer tables also scroll up and down, and may break over printed pages. */
const mostRowsAtOnce = 16

/** A table that scrolls by itself where the page is narrow. Numbers stand to the right; texts are names from outside. */
export function tableHtml({ columns, rows, label }: TableData): Html {
  const right = columns.map((_, column) => rows.length > 0 && rows.every((row) => isNumber(row[column])))
  const head = columns.map((name, column) => html`<th scope="col"${side(right[column])}>${name}</th>`)
  const body = rows.map((row) => html`<tr>${row.map((cell, column) => html`<td${side(right[column])}>${cellHtml(cell)}</td>`)}</tr>\n`)
  return html`<div class="scroll${rows.length > mostRowsAtOnce ? ' long' : ''}" role="group" aria-label="Table: ${label}" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody></table></div>`
}

function side(right: boolean): Html {
  return right ? html` class="number"` : html``
}

/** Numbers, and numbers that are texts already: 0.512, +3.1 %, 0.1 to 0.2. */
function isNumber(cell: Cell): boolean {
  return (
    typeof cell === 'number' ||
    (typeof cell === 'string' &&
      /^(?:n\/a|too few lists|[×<≥]? ?[+−]?[\d,]+(?:\.\d+)?(?:e−?\d+)?(?: %)?(?: to [+−]?[\d,.]+)?)?$/.test(cell))
  )
}

function cellHtml(cell: Cell): Html {
  if (typeof cell === 'number') return html`${readable(cell)}`
  return typeof cell === 'string' ? nameHtml(shortened(cell, 120)) : cell
}
