import { fileOrder, numberText } from '@rankwright/core/data'
import type { ScoreReport } from '@rankwright/core/reports'
import { type Answer, command } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { modelColumns } from '../modelColumns.ts'
import { readRanker, scoresOfModel } from '../scores.ts'
import { counted } from '../terminal/numbers.ts'

export const score = command({
  summary: 'Print one score per row, in file order.',
  inputs: { model: 'Model file.', data: 'Rows to score; a table may be without labels.' },
  options: {
    out: { kind: 'text', default: '-', placeholder: 'FILE', doc: 'Where the scores go; - is standard output.' },
    ...dataOptions,
  },
  example: 'rankwright score model.json test.txt --out scores.txt',
  reads: ['model', 'data'],
  // Scores on standard output are the answer itself.
  writes: { out: (path) => (path === '-' ? [] : [{ path, holds: 'scores' }]) },
  async run({ model, data, options }, around): Promise<Answer<ScoreReport>> {
    const ranker = await readRanker(model)
    const columns = modelColumns(ranker, options)
    const lists = await readData(data, columns.options, around, columns.reading)
    const scores = scoresOfModel(ranker, lists, around)
    const inFileOrder = Array.from(fileOrder(lists), (row) => scores[row])
    if (options.out === '-') return { document: { rows: scores.length, scores: inFileOrder }, text: () => linesOf(inFileOrder) }
    await around.outputs.write(options.out, linesOf(inFileOrder))
    return {
      document: { rows: scores.length, out: options.out },
      text: () => `${counted(scores.length, 'score')} written to ${options.out}\n`,
    }
  },
})

/** One number per line, in pieces of some kilobytes. */
function* linesOf(scores: readonly number[]): Generator<string> {
  for (let first = 0; first < scores.length; first += 4096) {
    yield `${scores
      .slice(first, first + 4096)
      .map(numberText)
      .join('\n')}\n`
  }
}
