/** The lists of rows that come in file order: runs of rows of the same list, of which one list may have several. */
export class ListRuns {
  /** In the order in which the lists first appear. */
  readonly listIds: string[] = []
  private readonly numbers = new Map<string, number>()
  /** Rows starts[i] .. starts[i + 1] belong to list lists[i]. */
  private readonly starts: number[] = []
  private readonly lists: number[] = []
  private last = -1

  /** The number of a list, given out in the order in which lists first appear. */
  numberOf(id: string): number {
    let number = this.numbers.get(id)
    if (number === undefined) {
      number = this.listIds.length
      this.numbers.set(id, number)
      this.listIds.push(id)
    }
    return number
  }

  /** Row `row`, the next one, belongs to this list. */
  add(list: number, row: number): void {
    if (list === this.last) return
    this.starts.push(row)
    this.lists.push(list)
    this.last = list
  }

  /** Where each list starts once its rows are next to each other and, if they were not, the row number of each row in the file. */
  layOut(rows: number): { readonly offsets: Uint32Array; readonly sourceRows?: Uint32Array } {
    const count = this.listIds.length
    const offsets = new Uint32Array(count + 1)
    for (const [list, start, end] of this.runs(rows)) offsets[list + 1] += end - start
    for (let list = 0; list < count; list++) offsets[list + 1] += offsets[list]
    if (this.lists.length === count) return { offsets }
    const next = offsets.slice(0, count)
    const sourceRows = new Uint32Array(rows)
    for (const [list, start, end] of this.runs(rows)) for (let row = start; row < end; row++) sourceRows[next[list]++] = row
    return { offsets, sourceRows }
  }

  /** The list of each run with its first row and the row after its last one. */
  private *runs(rows: number): Generator<readonly [list: number, start: number, end: number]> {
    for (const [run, list] of this.lists.entries()) yield [list, this.starts[run], this.starts[run + 1] ?? rows]
  }
}
