import type { Chart } from '../charts/chart.ts'
import { figureHtml } from './figureHtml.ts'
import { type Html, html } from './html.ts'

/** A part of a page. */
export interface Section {
  readonly title: string
  /** What it says, in a few sentences. */
  readonly lead?: HtmlLead
  readonly parts: readonly Html[]
}

type HtmlLead = string | Html

/** Charts beside each other where there is room. */
export function figures(charts: readonly Chart[]): Html[] {
  return charts.length === 0 ? [] : [html`<div class="figures">\n${charts.map((chart) => html`${figureHtml(chart)}\n`)}</div>`]
}

/** What a reader should know. */
export function notes(texts: readonly string[]): Html[] {
  if (texts.length === 0) return []
  return [html`<ul class="notes">${[...new Set(texts)].map((text) => html`<li>${text}</li>`)}</ul>`]
}

/** Names with values, in two columns. */
export function facts(pairs: readonly (readonly [name: string, value: string | Html])[]): Html[] {
  if (pairs.length === 0) return []
  return [html`<dl class="facts">${pairs.map(([name, value]) => html`<div><dt>${capital(name)}</dt><dd>${value}</dd></div>`)}</dl>`]
}

/** Words begin with a capital letter; names such as `kendall-tau` stay as they are. */
export function capital(name: string): string {
  return /^[a-z ]+$/.test(name) ? `${name[0].toUpperCase()}${name.slice(1)}` : name
}
