import { hierarchyOfModel, requireLine, type TermModel } from '@rankwright/core/models'
import { drawLine, termFinder } from '@rankwright/core/ontology'
import { drawTerms } from '@rankwright/core/reports'
import { attempted } from '../findings/attempted.ts'
import { type Html, html } from '../page/html.ts'
import { notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { decimals, shortened } from '../text/shown.ts'

/** The learned line, and what is around some terms. */
export function ontologySections(model: TermModel, around: readonly string[] | undefined): Section[] {
  const line = attempted(() => requireLine(model))
  return [
    ...('found' in line
      ? [
          {
            title: 'The learned line',
            lead: 'Each tick is a term, placed by its score; each row is a part of the ontology.',
            parts: [drawing(drawLine(line.found), 'The learned line with its parts')],
          },
        ]
      : []),
    neighbourhoods(model, around),
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
    parts: found.found.map(({ svg, report }) => {
      const name = report.name === '' ? report.term : report.name
      return html`<h3>${shortened(name, 80)}</h3>
${drawing(svg, `What is around ${name}`)}
<details><summary>Most similar terms</summary>
${tableHtml({ label: `Terms most similar to ${name}`, columns: ['term', 'name', 'similarity', 'by Lin'], rows: report.similar.map((near) => [near.id, near.name, decimals(near.similarity), decimals(near.lin ?? Number.NaN)]) })}
</details>`
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

/** A picture that is a whole file: within the page its styles and ids stay its own. */
function drawing(svg: string, label: string): Html {
  const [, width = '960', height = '400'] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []
  return html`<div class="scroll drawing" role="region" aria-label="Picture: ${label}" tabindex="0"><img alt="${described(svg, label)}" width="${width}" height="${height}" src="data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}"></div>`
}

/** What the picture says of itself. */
function described(svg: string, label: string): string {
  const [, description = ''] = /<desc[^>]*>([^<]*)<\/desc>/.exec(svg) ?? []
  const text = description.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return `${label}. ${Array.from(text).slice(0, 1500).join('')}`
}
