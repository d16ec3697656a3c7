/** SVG as text: elements, attributes and texts, escaped, with the same bytes for the same picture. https://www.w3.org/TR/SVG2/ */

/** What a picture is for: a page of a screen or of paper, or one as narrow as a phone. */
export type PictureLayout = 'wide' | 'narrow'

export type SvgAttributes = Readonly<Record<string, string | number>>

/** An element with what is inside, which is SVG already. */
export function element(name: string, attributes: SvgAttributes, ...inside: readonly string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? rounded(value) : escaped(value)}"`,
  )
  return inside.length === 0 ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inside.join('')}</${name}>`
}

/** A line of text; `start` is where it begins, or ends with `text-anchor="end"`. */
export function textAt(x: number, y: number, text: string, attributes: SvgAttributes = {}): string {
  return element('text', { x, y, ...attributes }, escaped(text))
}

export interface SvgPage {
  readonly width: number
  readonly height: number
  /** What it is, and what it shows, for those who do not see it. */
  readonly title: string
  readonly description: string
  readonly parts: readonly string[]
}

/** A whole file. Colours follow the light or dark scheme of whoever looks at it. */
export function svgPage({ width, height, title, description, parts }: SvgPage): string {
  const head = [
    element('title', { id: 'title' }, escaped(title)),
    element('desc', { id: 'description' }, escaped(description)),
    element('style', {}, colours),
    element('rect', { class: 'page', width, height }),
  ]
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${rounded(width)} ${rounded(height)}` }
  const spoken = { role: 'img', 'aria-labelledby': 'title description' }
  return `${element('svg', { ...attributes, ...spoken }, '\n', [...head, ...parts].join('\n'), '\n')}\n`
}

/** Text for people inside XML: no markup, and no characters that XML does not have. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Two decimals are finer than a screen. */
function rounded(value: number): string {
  return String(Number(value.toFixed(2)) + 0)
}

const colours = `
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:13px;fill:#1f2328}
.page{fill:#ffffff}.head{font-size:18px;font-weight:600}.strong{font-weight:600}.quiet{font-size:12px;fill:#57606a}
.edge{fill:none;stroke:#8c959f;stroke-width:1.25}.dot{fill:#57606a}.here{fill:#0969da}.mark{fill:#ddf4ff}
.groove{fill:#eaeef2}.learned{fill:#0969da}.classical{fill:#bf5700}.tick{stroke:#0969da;stroke-width:1.5;stroke-opacity:.75}.rule{stroke:#d0d7de}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}.page{fill:#0d1117}.quiet{fill:#9198a1}
.edge{stroke:#6e7681}.dot{fill:#9198a1}.here{fill:#58a6ff}.mark{fill:#12304f}
.groove{fill:#21262d}.learned{fill:#58a6ff}.classical{fill:#f0883e}.tick{stroke:#58a6ff}.rule{stroke:#30363d}
}
`
