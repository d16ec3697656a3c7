import { fileOrder, numberText, runOfLists, runText } from '@rankwright/core/data'
import type { ScoreReport } from '@rankwright/core/reports'
import { type Answer, command } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { modelColumns } from '../modelColumns.ts'
import { readRanker, scoresOfModel } from '../scores.ts'
import { counted } from '../terminal/numbers.ts'

export const score = command({
  summary: 'Print one score per row, in file order.',
  inputs: { model: 'Model file.', data: { doc: 'Rows to score: files, folders or patterns; a table may be without labels.', some: true } },
  options: {
    out: { kind: 'text', default: '-', placeholder: 'FILE', doc: 'Where the scores go; - is standard output.' },
    to: {
      kind: 'choice',
      of: ['lines', 'run'],
      default: 'lines',
      doc: 'What to write: one score a line in the order of the rows, or a TREC run, which names lists and items.',
    },
    tag: { kind: 'text', default: 'rankwright', placeholder: 'NAME', with: { to: 'run' }, doc: 'The name of the run, in its last column.' },
    ...dataOptions,
  },
  example: 'rankwright score model.json test.txt --out scores.txt\nrankwright score model.json test.txt --to run --out mine.run',
  reads: ['model', 'data'],
  data: { data: 'test' },
  // Scores on standard output are the answer itself.
  writes: { out: (path, { options }) => (path === '-' ? [] : [{ path, holds: options.to === 'run' ? 'run' : 'scores' }]) },
  async run({ model, data, options }, around): Promise<Answer<ScoreReport>> {
    const ranker = await readRanker(model)
    const columns = modelColumns(ranker, options)
    const lists = await readData(data, columns.options, around, columns.reading)
    const scores = scoresOfModel(ranker, lists, around)
    const inFileOrder = Array.from(fileOrder(lists), (row) => scores[row])
    const pieces = () => (options.to === 'run' ? runText(runOfLists(lists, scores), options.tag) : linesOf(inFileOrder))
    if (options.out === '-') return { document: { rows: scores.length, scores: inFileOrder }, text: pieces }
    await around.outputs.write(options.out, pieces())
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
