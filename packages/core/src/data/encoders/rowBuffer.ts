import { grown } from '../../numeric/allocate.ts'

/** The features of one row that are not 0, columns ascending. It is filled anew for each row. */
export class RowBuffer {
  count = 0
  columns: Uint32Array = new Uint32Array(256)
  values: Float32Array = new Float32Array(256)

  put(column: number, value: number): void {
    if (value === 0) return
    if (this.count === this.columns.length) {
      this.columns = grown(Uint32Array, this.columns, this.count, 2 * this.count)
      this.values = grown(Float32Array, this.values, this.count, 2 * this.count)
    }
    this.columns[this.count] = column
    this.values[this.count++] = value
  }
}
