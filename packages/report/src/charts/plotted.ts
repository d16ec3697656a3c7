/** Observable Plot draws the charts, into a document of linkedom: the same bytes in Node and in a browser. */
import { type Markish, type PlotOptions, plot } from '@observablehq/plot'
import { parseHTML } from 'linkedom/worker'
import { cleaned } from '../text/shown.ts'

export interface Drawing extends Omit<PlotOptions, 'document' | 'className' | 'marks' | 'title' | 'ariaLabel' | 'ariaDescription'> {
  /** What screen readers say. */
  readonly name: string
  readonly description: string
  readonly marks: Markish[]
}

/** The size of words in charts, in pixels. */
export const fontSize = 12

/** SVG text. Equal drawings have equal bytes. */
export function plotted({ name, description, ...options }: Drawing): string {
  const { document } = parseHTML('<!doctype html><html><head></head><body></body></html>')
  const svg = plot({ ...options, document, className: 'chart' })
  for (const style of svg.querySelectorAll('style')) style.remove() // pages style charts; their policy allows no other styles
  for (const element of svg.querySelectorAll('*')) tidy(element)
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  svg.setAttribute('role', 'img')
  svg.setAttribute('font-size', String(fontSize))
  const told = [
    ['title', name],
    ['desc', description],
  ] as const
  for (const [tag, text] of told.toReversed()) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
    element.textContent = text
    svg.insertBefore(element, svg.firstChild)
  }
  return cleaned(svg.toString())
}

/** Two decimals are finer than a screen, and the parts of a picture have no names of their own. */
function tidy(element: Element): void {
  element.removeAttribute('aria-label')
  element.removeAttribute('aria-hidden')
  for (const { name, value } of [...element.attributes]) {
    if (measures.has(name)) element.setAttribute(name, value.replaceAll(/-?\d+\.\d{2,}/g, rounded))
  }
}

const measures = new Set(['x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'd', 'dx', 'dy', 'width', 'height', 'transform'])

function rounded(number: string): string {
  return String(Number(Number(number).toFixed(2)) + 0)
}
