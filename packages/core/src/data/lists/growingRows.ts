import { fileRows } from './fileRows.ts'
import type { RankingLists } from './rankingLists.ts'
import { rowCollector } from './rowCollector.ts'

/**
 * Rows whose number of columns may grow. They go straight to the collector; only when a column appears late are the rows
 * before it kept aside, to be laid out anew with no value in that column.
 */
export class GrowingRows {
  count = 0
  /** Whether rows have item ids; undefined before the first row. */
  hasItems: boolean | undefined
  private collector = rowCollector()
  private width = -1
  private aside: { readonly list: string; readonly label: number; readonly item?: string; readonly values: Float32Array }[] | undefined

  /** How many rows are to come in all, as far as the reader knows. */
  expect(rows: number): void {
    if (this.aside === undefined) this.collector.expect(rows)
  }

  add(list: string, label: number, values: readonly number[], item: string | undefined): void {
    if (this.aside === undefined && this.width >= 0 && values.length > this.width) {
      this.aside = [...fileRows(this.collector.finish({ width: this.width }))]
      this.collector = rowCollector()
    }
    if (this.aside === undefined) this.collector.addDense(list, label, values, item)
    else this.aside.push({ list, label, values: Float32Array.from(values), ...(item !== undefined && { item }) })
    this.width = values.length
    this.hasItems = item !== undefined
    this.count++
  }

  finish(featureNames: readonly string[]): RankingLists {
    const width = featureNames.length
    if (this.aside !== undefined) {
      const values = new Float32Array(width)
      this.collector.expect(this.count)
      for (const row of this.aside) {
        values.fill(Number.NaN).set(row.values)
        this.collector.addDense(row.list, row.label, values, row.item)
      }
    }
    return this.collector.finish({ featureNames: [...featureNames], width })
  }
}
