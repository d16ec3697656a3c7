import type { RankingLists } from '@rankwright/core'

/** The same lists with dense features stored as sparse ones: values other than 0, NaN among them. */
export function asSparse(lists: RankingLists): RankingLists {
  const { values } = lists.features
  const columns: number[] = []
  const rowStarts = [0]
  for (let row = 0; row < lists.labels.length; row++) {
    for (let j = 0; j < lists.width; j++) if (values[row * lists.width + j] !== 0) columns.push(j)
    rowStarts.push(columns.length)
  }
  const stored = values.filter((value) => value !== 0)
  return {
    ...lists,
    features: { kind: 'sparse', rowStarts: Uint32Array.from(rowStarts), columns: Uint32Array.from(columns), values: stored },
  }
}
