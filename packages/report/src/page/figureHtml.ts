import type { Chart, ChartTable, LegendEntry } from '../charts/chart.ts'
import { counted, shortened } from '../text/shown.ts'
import { csvText } from './csv.ts'
import { Html, html, nameHtml } from './html.ts'
import { tableHtml } from './tableHtml.ts'

/** The widths that charts are drawn in: a page shows the one that fits. */
const widths = { wide: 540, narrow: 304 } as const
/** Rows of a table on the page; the file has them all. */
const mostRows = 40

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
  return html`<details><summary>Numbers</summary>
${tableHtml(shown)}
<p>${left > 0 ? `and ${counted(left, 'more row')} in the file. ` : undefined}<a download="${fileName(title)}.csv" href="data:text/csv;charset=utf-8,${encodeURIComponent(csvText(table))}">Download as CSV</a></p>
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
