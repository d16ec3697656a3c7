/** HTML as text. What is put into a template is shown as text, unless it is HTML itself. */
import { cleaned } from '../text/shown.ts'

/** Markup that is safe to put into a page as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type HtmlPart = string | number | Html | undefined | readonly HtmlPart[]

/** html`<p>${name}</p>`: every value is escaped, in text and in quoted attributes. Undefined is nothing. */
export function html(pieces: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  return new Html(pieces.map((piece, place) => (place === 0 ? piece : `${partText(values[place - 1])}${piece}`)).join(''))
}

/** A name from outside. It is isolated: letters that run from right to left do not turn round what stands beside it. */
export function nameHtml(text: string): Html {
  return html`<bdi>${text}</bdi>`
}

/** Text between tags, or in an attribute with double quotes. Characters that HTML does not have become a replacement mark. */
export function escaped(text: string): string {
  return text
    .split(/(\n)/)
    .map((line) => (line === '\n' ? line : cleaned(line)))
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function partText(part: HtmlPart): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(partText).join('')
  return escaped(String(part))
}
