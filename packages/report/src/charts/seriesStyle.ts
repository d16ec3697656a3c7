/** How series are told apart: by colour and by the pattern of their lines. The page sets the colours, for light and for dark. */

const colours = ['#0b62c4', '#b45309', '#15803d', '#7c3aed', '#be185d', '#0f766e'] as const
const dashes = ['none', '7 3', '2 3', '9 3 2 3', '4 2', '1 2'] as const

/** How many series have a look of their own. */
export const seriesLooks: number = colours.length

/** The colour of a series; without a page that sets it, one for light ground. */
export function seriesColour(series: number): string {
  const place = series % colours.length
  return `var(--series-${place + 1}, ${colours[place]})`
}

export function seriesDash(series: number): string {
  return dashes[series % dashes.length]
}

/** Lines and words that stand back. */
export const quietColour = 'var(--quiet, #57606a)'
export const gridColour = 'var(--grid, #d0d7de)'
/** What something is compared with. */
export const referenceColour = 'var(--reference, #b42318)'
