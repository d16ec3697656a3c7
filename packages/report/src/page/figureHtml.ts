import type { Chart, ChartTable, LegendEntry } from '../charts/chart.ts'
import { counted, grouped, shortened } from '../text/shown.ts'
import { csvAddress } from './csv.ts'
import { Html, html, nameHtml } from './html.ts'
import { tableHtml } from './tableHtml.ts'

/** The widths that charts are drawn in: a page shows the one that fits. */
const widths = { wide: 540, narrow: 304 } as const
/** Rows of a table on the page; the file has more. */
const mostRows = 40
/** Characters of a file: a page with many of them stays small enough to send. */
const mostCharacters = 120_000

/** A chart with its title, its legend, what to know about it, and its numbers as a table and as a file. */
export function figureHtml(chart: Chart): Html {
  const { title, note, legend, table } = chart
  return html`<figure>
<figcaption>${title}</figcaption>
${legend === undefined ? undefined : legendHtml(legend)}<div class="wide">${new Html(chart.svg(widths.wide))}</div>
<div class="narrow">${new Html(chart.svg(widths.narrow))}</div>
${note === undefined ? undefined : html`<p class="note">${note}</p>\n`}${numbersHtml(title, table)}
</figure>`
}

/** The numbers of a picture, as a table and as a file. */
export function numbersHtml(title: string, table: ChartTable): Html {
  const left = table.rows.length - mostRows
  const shown = { ...table, rows: table.rows.slice(0, mostRows), label: `Numbers of: ${title}` }
  const file = csvAddress(table, mostCharacters)
  const held =
    file.rows < table.rows.length ? `The file has the first ${grouped(file.rows)} of ${counted(table.rows.length, 'row')}. ` : undefined
  return html`<details><summary>Numbers</summary>
${tableHtml(shown)}
<p>${held ?? (left > 0 ? `and ${counted(left, 'more row')} in the file. ` : undefined)}<a download="${fileName(title)}.csv" href="data:text/csv;charset=utf-8,${file.text}">Download as CSV</a></p>
</details>`
}

function legendHtml(entries: readonly LegendEntry[]): Html {
  const items = entries.map(
    ({ name, series, as, quiet }) =>
      html`<li><svg class="${as} look-${quiet ? 'quiet' : (series % 6) + 1}" width="22" height="12" aria-hidden="true"><path d="${as === 'line' ? 'M0 6H22' : 'M3 0H19V12H3Z'}"/></svg>${nameHtml(shortened(name, 40))}</li>`,
  )
  return html`<ul class="legend">${items}</ul>\n`
}

function fileName(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'numbers'
  )
}
