import { shortened } from '../text/shown.ts'
import { type Html, html, nameHtml } from './html.ts'
import type { Section } from './section.ts'
import { stylesheetHash, stylesheetHtml } from './stylesheet.ts'

/** A report as one file: no script, no address, no style from elsewhere. */
export interface Page {
  /** What it is a report of: `Model`. */
  readonly kind: string
  /** Its name, from outside. */
  readonly name: string
  readonly summary: string | Html
  /** The few numbers that matter most. */
  readonly tiles: readonly Tile[]
  readonly sections: readonly Section[]
}

export interface Tile {
  readonly name: string
  readonly value: string
  readonly remark?: string
}

/** How a report begins; files that are to be replaced are recognised by it. */
const pageStart = '<!doctype html>\n<!-- A report, written by rankwright. -->\n'

/** Nothing is loaded from anywhere: styles by their hash, pictures from within the page. */
const policy = `default-src 'none'; style-src '${stylesheetHash}'; img-src data:; base-uri 'none'; form-action 'none'`

/** Letters of a name that a title shows. */
const mostOfName = 200

export function pageText({ kind, name, summary, tiles, sections }: Page): string {
  const links = sections.map(({ title }, place) => html`<li><a href="#part-${place + 1}">${title}</a></li>`)
  const body = sections.map(
    ({ title, lead, parts }, place) => html`<section id="part-${place + 1}" aria-labelledby="title-${place + 1}">
<h2 id="title-${place + 1}">${title}</h2>
${lead === undefined ? undefined : html`<p class="lead">${lead}</p>\n`}${parts.map((part) => html`${part}\n`)}</section>
`,
  )
  const { text } = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${kind}: ${shortened(name, mostOfName)}</title>
<link rel="icon" href="data:,">
<style>${stylesheetHtml}</style>
</head>
<body>
<header>
<p class="kind">${kind}</p>
<h1>${nameHtml(shortened(name, mostOfName))}</h1>
<p class="lead">${summary}</p>
${tiles.length === 0 ? undefined : html`<ul class="tiles">${tiles.map(tileHtml)}</ul>\n`}${sections.length < 3 ? undefined : html`<nav aria-label="Parts of this report"><ul>${links}</ul></nav>\n`}</header>
<main>
${body}</main>
<footer><p>Made by rankwright. This page is complete: it loads nothing. Every chart has its numbers below it.</p></footer>
</body>
</html>
`
  return `${pageStart}${ownFileNames(text)}`
}

/** Charts of the same title, such as those of several data sets, get files of different names. */
function ownFileNames(text: string): string {
  const given = new Set<string>()
  return text.replaceAll(/ download="([^"]*)\.csv"/g, (_, title: string) => {
    let name = title
    for (let number = 2; given.has(name); number++) name = `${title}-${number}`
    given.add(name)
    return ` download="${name}.csv"`
  })
}

function tileHtml({ name, value, remark }: Tile): Html {
  return html`<li><span class="tile-name">${name}</span><span class="tile-value">${value}</span>${remark === undefined ? undefined : html`<span class="tile-remark">${remark}</span>`}</li>`
}
