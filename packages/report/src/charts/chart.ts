/** A chart: a picture, the same in words, and the numbers in it. */
export interface Chart {
  /** What it shows, in a few words. */
  readonly title: string
  /** What a reader would see, for those who do not. */
  readonly description: string
  /** A sentence for all readers, below the picture. */
  readonly note?: string
  /** The colours of the series, where there are several. */
  readonly legend?: readonly LegendEntry[]
  readonly table: ChartTable
  /** The picture as SVG text, for a width in pixels. It has no ids, so that any number of charts fit on one page. */
  svg(width: number): string
}

export interface LegendEntry {
  readonly name: string
  /** The number of the series, from 0. */
  readonly series: number
  readonly as: 'line' | 'area'
  /** It stands back, without a colour of its own. */
  readonly quiet?: true
}

/** The numbers of a chart, as they are, without rounding. */
export interface ChartTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/** What every chart is given. */
export interface ChartText {
  readonly title: string
  readonly note?: string
}
