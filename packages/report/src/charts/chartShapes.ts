/** What charts ask of what they are given. A number may be missing, which is NaN: it is not drawn. */
import { arrayOf, callback, count, either, fields, flag, optional, type Shape, text } from '@rankwright/core/arguments'

const value = either('a number', (given) => typeof given === 'number')
const aboutChart = { title: text, note: optional(text) }
const formatted = { format: optional(callback), most: optional(count(1)) }
const range = either('two finite numbers, the smaller first', (given) => {
  const ends: unknown = given
  return Array.isArray(ends) && ends.length === 2 && ends.every((end) => Number.isFinite(end)) && ends[0] < ends[1]
})
const finite = either('a finite number', (given) => Number.isFinite(given))
const axis = fields({ name: text, domain: optional(range) })
const fullAxis = fields({ name: text, domain: range })

export const barChartShape: Shape = fields({
  ...aboutChart,
  ...formatted,
  of: text,
  measure: text,
  shares: optional(flag),
  bars: arrayOf(fields({ name: text, value })),
})

export const intervalChartShape: Shape = fields({
  ...aboutChart,
  ...formatted,
  of: text,
  measure: text,
  rows: arrayOf(fields({ name: text, minus: optional(text), value, low: value, high: value })),
  reference: optional(fields({ name: text, value: finite })),
})

export const histogramShape: Shape = fields({
  ...aboutChart,
  of: text,
  measure: text,
  bins: arrayOf(fields({ from: finite, to: finite, count: finite })),
})

const lines = fields({
  ...aboutChart,
  x: fields({ name: text, domain: optional(range), logarithmic: optional(flag) }),
  y: axis,
  series: arrayOf(fields({ name: text, points: arrayOf(fields({ x: value, y: value })), dots: optional(flag) })),
  diagonal: optional(text),
  marks: optional(fields({ name: text, at: arrayOf(finite) })),
})

export const lineChartShape: Shape = (argument, given) => {
  lines(argument, given)
  const { x, series } = given as {
    x: { domain?: readonly number[]; logarithmic?: boolean }
    series: readonly { points: readonly { x: number }[] }[]
  }
  if (x.logarithmic !== true) return
  const above = either('above 0, as the axis is logarithmic', (place) => !((place as number) <= 0))
  if (x.domain !== undefined) above(`${argument}.x.domain[0]`, x.domain[0])
  for (const [place, { points }] of series.entries())
    for (const [at, point] of points.entries()) above(`${argument}.series[${place}].points[${at}].x`, point.x)
}

const shareParts = fields({
  ...aboutChart,
  of: text,
  measure: text,
  parts: arrayOf(fields({ name: text, quiet: optional(flag) })),
  rows: arrayOf(fields({ name: text, counts: arrayOf(count()) })),
  most: optional(count(1)),
})

export const shareChartShape: Shape = (argument, given) => {
  shareParts(argument, given)
  const { parts, rows } = given as { parts: readonly unknown[]; rows: readonly { counts: readonly unknown[] }[] }
  const each = either(`${parts.length} counts, one for each part`, (counts) => Array.isArray(counts) && counts.length === parts.length)
  for (const [place, { counts }] of rows.entries()) each(`${argument}.rows[${place}].counts`, counts)
}

export const scatterChartShape: Shape = fields({
  ...aboutChart,
  of: text,
  x: fullAxis,
  y: fullAxis,
  points: arrayOf(fields({ name: text, x: value, y: value })),
})

const terms: Shape = (argument, given) => {
  fields({}, 'an object with numbers')(argument, given)
  for (const [name, term] of Object.entries(given as object)) finite(`${argument}.${name}`, term)
}

export const termsChartShape: Shape = fields({
  ...aboutChart,
  rows: arrayOf(
    fields({
      name: text,
      terms,
      bound: finite,
      known: either('a number above 0', (given) => typeof given === 'number' && given > 0 && Number.isFinite(given)),
    }),
  ),
})
