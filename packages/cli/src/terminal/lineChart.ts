/** A line through points, drawn with box characters: numbers beside it, a scale and marks below. */
export interface ChartPoint {
  /** Points come in ascending order of x. */
  readonly x: number
  readonly y: number
}

export interface LineChartOptions {
  /** Columns of the whole picture. */
  readonly columns: number
  /** Most lines of the curve; as many are used as round steps need. */
  readonly height: number
  /** Places on the x axis to mark with ▲, in a line of their own. */
  readonly marks?: readonly number[]
}

/** Columns that the numbers beside the curve take. */
const margin = 8
/** Columns between two numbers of the scale, at least. */
const apart = 12
const leastRows = 3

export function lineChart(points: readonly ChartPoint[], { columns, height, marks = [] }: LineChartOptions): string {
  const width = Math.max(10, columns - margin)
  const first = points[0].x
  const last = Math.max(first + 1, points[points.length - 1].x)
  const columnOf = (x: number) => Math.min(width - 1, Math.floor(((x - first) / (last - first)) * width))
  const levels = levelsOf(points, width, columnOf)
  const step = niceStep((Math.max(...levels) - Math.min(...levels)) / (height - 1))
  const heights = levels.map((level) => Math.round(level / step))
  const bottom = Math.min(...heights)
  const rows = Math.max(Math.min(leastRows, height), Math.max(...heights) - bottom + 1)
  const lines = curve(heights.map((each) => each - bottom))
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))
  const drawn = Array.from({ length: rows }, (_, line) => {
    const row = rows - 1 - line
    const label = ((bottom + row) * step).toFixed(digits).padStart(margin - 2)
    return `${row % 2 === 0 ? label : ' '.repeat(margin - 2)} ${row % 2 === 0 ? '┤' : '│'}${(lines.get(row) ?? []).join('').trimEnd()}`
  })
  const indent = ' '.repeat(margin - 1)
  const scale = scaleOf(first, last, width, columnOf)
  const marked = marks.filter((x) => x >= first).map(columnOf)
  return [
    ...drawn,
    `${indent}└${scale.line}`,
    `${indent} ${scale.numbers}`,
    ...(marked.length === 0 ? [] : [`${indent} ${marksLine(marked)}`]),
  ].join('\n')
}

/** The mean of the points in each column; a column without any repeats the one before. */
function levelsOf(points: readonly ChartPoint[], width: number, columnOf: (x: number) => number): number[] {
  const sums = new Float64Array(width)
  const counts = new Uint32Array(width)
  for (const { x, y } of points) {
    sums[columnOf(x)] += y
    counts[columnOf(x)]++
  }
  let level = points[0].y
  return Array.from(sums, (sum, column) => {
    if (counts[column] > 0) level = sum / counts[column]
    return level
  })
}

/** 1, 2 or 5 times a power of ten, the least that is not below this. */
function niceStep(least: number): number {
  if (!(least > 0)) return 0.01
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10)
}

/** By line from the bottom, the characters of a curve with one height per column. */
function curve(heights: readonly number[]): Map<number, string[]> {
  const lines = new Map<number, string[]>()
  const put = (row: number, column: number, character: string) => {
    const line = lines.get(row) ?? new Array<string>(heights.length).fill(' ')
    line[column] = character
    lines.set(row, line)
  }
  for (const [column, to] of heights.entries()) {
    const from = heights[Math.max(0, column - 1)]
    if (from === to) {
      put(to, column, '─')
      continue
    }
    const up = to > from
    put(from, column, up ? '╯' : '╮')
    put(to, column, up ? '╭' : '╰')
    for (let between = Math.min(from, to) + 1; between < Math.max(from, to); between++) put(between, column, '│')
  }
  return lines
}

/** An axis with a few round numbers of series on it. */
function scaleOf(first: number, last: number, width: number, columnOf: (x: number) => number): { line: string; numbers: string } {
  const step = Math.max(1, niceStep(((last - first) * apart) / width))
  const line = new Array<string>(width).fill('─')
  let numbers = ''
  for (let x = Math.ceil(first / step) * step; x <= last; x += step) {
    const column = columnOf(x)
    line[column] = '┬'
    const text = String(x)
    const start = Math.max(0, Math.min(width - text.length, column - (text.length >> 1)))
    if (numbers === '' || start > numbers.length) numbers = numbers.padEnd(start) + text
  }
  return { line: line.join(''), numbers }
}

function marksLine(columns: readonly number[]): string {
  const line = new Array<string>(Math.max(...columns) + 1).fill(' ')
  for (const column of columns) line[column] = '▲'
  return line.join('')
}
