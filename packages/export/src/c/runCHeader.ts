/** What a header of ours gives for a row: its arrays are read back, and its steps are done here. */
import { type LinearModel, type RankingLists, score, type TreesModel } from '@rankwright/core'
import { copyRow, rowCount } from '@rankwright/core/data'

export function runCHeader(model: LinearModel | TreesModel, header: string, lists: RankingLists): Float64Array {
  const read = (name: string, length: number) => numbersIn(header, name).slice(0, length)
  return model.kind === 'linear' ? linearScores(model, header, read, lists) : score(treesIn(model, header, read), lists)
}

type Read = (name: string, length: number) => number[]

/** The trees as they stand in the header. */
function treesIn(model: TreesModel, header: string, read: Read): TreesModel {
  const splits = model.columns.length
  return {
    ...model,
    base: numberIn(header, 'double sum'),
    starts: Uint32Array.from(read('starts', model.starts.length)),
    columns: Uint32Array.from(read('columns', splits)),
    thresholds: Float32Array.from(read('thresholds', splits)),
    left: Int32Array.from(read('left', splits)),
    right: Int32Array.from(read('right', splits)),
    missingLeft: Uint8Array.from(read('missing_left', splits)),
    leaves: Float64Array.from(read('leaves', model.leaves.length)),
    ...(model.categorical.length > 0 && {
      setStarts: Uint32Array.from(read('set_starts', model.setStarts.length)),
      sets: Int32Array.from(read('sets', model.sets.length)),
    }),
  }
}

function linearScores({ featureMap: { width } }: LinearModel, header: string, read: Read, lists: RankingLists): Float64Array {
  const [fill, low, high, offset, factor, weights] = ['fill', 'low', 'high', 'offset', 'factor', 'weights'].map((name) => read(name, width))
  const [shrink, intercept] = [numberIn(header, 'const double shrink'), numberIn(header, ' intercept')]
  const row = new Float32Array(width)
  const even = width & ~7
  return Float64Array.from({ length: rowCount(lists) }, (_, at) => {
    copyRow(lists, at, row)
    const lanes = new Float64Array(8)
    const product = (j: number) => {
      const value = Number.isNaN(row[j]) ? fill[j] : row[j]
      return Math.fround((Math.min(Math.max(value, low[j]), high[j]) - offset[j]) * factor[j] * shrink) * weights[j]
    }
    for (let j = 0; j < even; j++) lanes[j & 7] += product(j)
    let sum = lanes[0] + lanes[2] + (lanes[4] + lanes[6]) + (lanes[1] + lanes[3] + (lanes[5] + lanes[7]))
    for (let j = even; j < width; j++) sum += product(j)
    return sum + intercept
  })
}

function numbersIn(header: string, name: string): number[] {
  const found = new RegExp(`^  static const [a-z ]+ ${name}\\[\\] = \\{([^}]*)\\};$`, 'm').exec(header)
  if (found === null) throw new TypeError(`the header has no array ${name}`)
  return found[1].split(', ').map((text) => Number(text.replace(/[fu]$/, '')))
}

function numberIn(header: string, name: string): number {
  const found = new RegExp(`${name} = ([-+.\\de]+)[,;]`).exec(header)
  if (found === null) throw new TypeError(`the header has no number ${name}`)
  return Number(found[1])
}
