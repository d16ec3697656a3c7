import { matchFeatures, type RankedItems, rank as ranked, rankOptions } from '@rankwright/core'
import { readModel, runtimeFor } from '@rankwright/node'
import { command } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

export const rank = command({
  summary: 'Put the items of each list in order.',
  inputs: { model: 'Model file.', data: 'Lists to rank; labels are not looked at.' },
  options: {
    ...rankOptions,
    ...dataOptions,
  },
  example: 'rankwright rank model.json test.txt --top 10',
  async run({ model: modelPath, data, options }, around) {
    const model = await readModel(modelPath)
    const lists = await readData(data, options, around)
    const { lists: matched, notes } = matchFeatures(model, lists)
    for (const note of notes) around.note(`note: ${note}`)
    around.progress({ stage: 'ranking', done: 0 })
    const { runtime, close } = runtimeFor()
    const result = ranked(model, matched, options.top === undefined ? {} : { top: options.top }, runtime)
    close()
    return { document: { lists: result }, text: (style) => rankingText(result, style) }
  },
})

/** One small table per list. Rows are told as in the JSON: the first row of the file is 0. */
function* rankingText(lists: readonly RankedItems[], { bold }: Style): Generator<string> {
  for (const [index, { id, items }] of lists.entries()) {
    const named = items.some(({ item }) => item !== undefined)
    const headings = named ? ['place', 'item', 'row', 'score'] : ['place', 'row', 'score']
    const rows = items.map(({ row, item, score }, place) => [
      String(place + 1),
      ...(named ? [item ?? ''] : []),
      String(row),
      readable(score, 6),
    ])
    const table = textTable(headings, named ? ['right', 'left', 'right', 'right'] : ['right', 'right', 'right'], rows)
    yield `${index === 0 ? '' : '\n'}${bold(`list ${id}`)}\n${table}\n`
  }
}
