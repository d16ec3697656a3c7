/** Folds in time: the past is trained on, what came later is tested on. */
import { dateOrderOf, dayOrEpoch } from '../data/cells/cellDate.ts'
import { type EncoderOptions, givenDateOrder } from '../data/encoders/encoderOptions.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { RankwrightError } from '../problems/problem.ts'

export interface TimeFold {
  /** `from-2024-01-01`. */
  readonly name: string
  /** The numbers of the lists whose rows are all before the point. */
  readonly train: Uint32Array
  /** The numbers of the lists whose rows are all from the point on, and before the next one. */
  readonly test: Uint32Array
  /** Lists that lie on both sides of a point: they are in neither part. */
  readonly across: number
}

export interface TimeColumn extends Pick<EncoderOptions, 'dateOrder'> {
  readonly file: string
  readonly name: string
  /** In the order of the rows of the file. */
  readonly cells: readonly string[]
}

/** One fold for each point, in the order of time. */
export function timeFolds({ offsets, listIds, sourceRows }: RankingLists, column: TimeColumn, points: readonly string[]): TimeFold[] {
  const { times, at } = inNumbers(column, points)
  const order = Array.from(at.keys()).sort((a, b) => at[a] - at[b])
  const spans = listIds.map((_, list) => {
    const rows = Array.from({ length: offsets[list + 1] - offsets[list] }, (_, row) => offsets[list] + row)
    const own = rows.map((row) => times[sourceRows?.[row] ?? row])
    return { first: own.reduce((least, time) => Math.min(least, time)), last: own.reduce((most, time) => Math.max(most, time)) }
  })
  return order.map((point, place): TimeFold => {
    const from = at[point]
    const to = place + 1 < order.length ? at[order[place + 1]] : Infinity
    const lists = (fits: (span: { readonly first: number; readonly last: number }) => boolean) =>
      Uint32Array.from(Array.from(spans.keys()).filter((list) => fits(spans[list])))
    const train = lists(({ last }) => last < from)
    const test = lists(({ first, last }) => first >= from && last < to)
    const refuse = (what: string): never => {
      const by = (a: number, b: number) => times[a] - times[b]
      const rows = Array.from(times.keys()).sort(by)
      const [first, last] = [column.cells[rows[0]], column.cells[rows[rows.length - 1]]]
      throw new RankwrightError({ area: 'experiment', code: 'time-leaves-nothing', at: { file: column.file }, what, first, last })
    }
    if (train.length === 0) refuse(`no list is wholly before ${points[point]}, so there is nothing to train on`)
    if (test.length === 0) refuse(`no list is wholly from ${points[point]} on, so there is nothing to test on`)
    const across = lists(({ first, last }) => (first < from && last >= from) || (first < to && first >= from && last >= to)).length
    return { name: `from-${points[point].replaceAll(/[^\w.-]/g, '-')}`, train, test, across }
  })
}

/** Plain numbers where the points are such, else days. */
function inNumbers(
  { file, name, cells, ...reading }: TimeColumn,
  points: readonly string[],
): { readonly times: number[]; readonly at: number[] } {
  const plain = points.every((point) => point.trim() !== '' && Number.isFinite(Number(point)))
  const dates = dateOrderOf(cells, givenDateOrder(reading))
  const read = (text: string, inCell: boolean): number => {
    const number = plain ? Number(text.trim() === '' ? Number.NaN : text) : dayOrEpoch(text.trim(), dates)
    if (number !== undefined && Number.isFinite(number)) return number
    throw new RankwrightError({
      area: 'experiment',
      code: 'not-a-point-in-time',
      at: { file },
      column: name,
      found: text.slice(0, 60),
      inCell,
    })
  }
  const at = points.map((point) => read(point, false))
  return { times: cells.map((cell) => read(cell, true)), at }
}
