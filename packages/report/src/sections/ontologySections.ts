import { hierarchyOfModel, requireLine, type TermModel } from '@rankwright/core/models'
import { drawLine, termFinder } from '@rankwright/core/ontology'
import { drawTerms } from '@rankwright/core/reports'
import { attempted } from '../findings/attempted.ts'
import { numbersHtml } from '../page/figureHtml.ts'
import { type Html, html } from '../page/html.ts'
import { notes, type Section } from '../page/section.ts'
import { shortened } from '../text/shown.ts'

/** The learned line, and what is around some terms. */
export function ontologySections(model: TermModel, around: readonly string[] | undefined): Section[] {
  const line = attempted(() => requireLine(model))
  return [
    ...('found' in line
      ? [
          {
            title: 'The learned line',
            lead: 'Each tick is a term, placed by its score; each row is a part of the ontology.',
            parts: [
              drawing(drawLine(line.found), drawLine(line.found, undefined, 'narrow'), 'The learned line with its parts'),
              ...lineNumbers(line.found),
            ],
          },
        ]
      : []),
    neighbourhoods(model, around),
  ]
}

/** Rows of the file that has the numbers of a line: pages stay small. */
const mostTerms = 4000

/** Where the terms are, the lowest first; of very many, evenly spaced ones. */
function lineNumbers({ ids, names, scores, parts }: ReturnType<typeof requireLine>): Html[] {
  const rows = parts.flatMap(({ rate, members }) =>
    Array.from(members, (term) => [ids[term], names[term] ?? '', rate, scores[term]] as [string, string, number, number]),
  )
  rows.sort((a, b) => a[3] - b[3])
  const every = Math.ceil(rows.length / mostTerms)
  return [
    numbersHtml('The learned line', { columns: ['term', 'name', 'rate', 'score'], rows: rows.filter((_, place) => place % every === 0) }),
    ...(every > 1 ? [html`<p class="note">The numbers are those of every ${every}th term.</p>`] : []),
  ]
}

function neighbourhoods(model: TermModel, around: readonly string[] | undefined): Section {
  const title = 'Neighbourhoods'
  const found = attempted(() => {
    const hierarchy = hierarchyOfModel(model)
    const finder = termFinder(hierarchy.ontology)
    const terms = around === undefined ? someTerms(model) : around.map((term) => finder.one(term))
    return terms.map((term) => drawTerms(hierarchy, term, model))
  })
  if (!('found' in found)) return { title, parts: notes([found.why]) }
  return {
    title,
    lead: 'Terms with their way from the root, siblings and children, and those most similar to them.',
    parts: found.found.map(({ svg, narrow, report }) => {
      const name = report.name === '' ? report.term : report.name
      return html`<h3>${shortened(name, 80)}</h3>
${drawing(svg, narrow, `What is around ${name}`)}
${numbersHtml(`Terms most similar to ${name}`, {
  columns: ['term', 'name', 'similarity', 'by Lin'],
  rows: report.similar.map((near) => [near.id, near.name, near.similarity, near.lin ?? Number.NaN]),
})}`
    }),
  }
}

/** Terms in the middle of the two largest parts, else the first ones. */
function someTerms(model: TermModel): number[] {
  const line = attempted(() => requireLine(model))
  if (!('found' in line)) return [0]
  const { parts, scores } = line.found
  const largest = parts.toSorted((a, b) => b.members.length - a.members.length).slice(0, 2)
  const middles = largest.flatMap(({ members }) => {
    const sorted = Array.from(members).sort((a, b) => scores[a] - scores[b] || a - b)
    return sorted.length === 0 ? [] : [sorted[sorted.length >> 1]]
  })
  return [...new Set(middles)]
}

/** A picture that is a whole file: within the page its styles and ids stay its own. Narrow screens show another one. */
function drawing(svg: string, narrow: string, label: string): Html {
  const source = html`<source media="screen and (max-width:720px)"${sizeOf(narrow)} srcset="${addressOf(narrow)}">`
  return html`<picture class="drawing">${source}<img alt="${described(svg, label)}"${sizeOf(svg)} src="${addressOf(svg)}"></picture>`
}

function sizeOf(svg: string): Html {
  const [, width = '960', height = '400'] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []
  return html` width="${width}" height="${height}"`
}

function addressOf(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}

/** What the picture says of itself. */
function described(svg: string, label: string): string {
  const [, description = ''] = /<desc[^>]*>([^<]*)<\/desc>/.exec(svg) ?? []
  const text = description.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return `${label}. ${Array.from(text).slice(0, 1500).join('')}`
}
