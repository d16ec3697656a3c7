import { type FileFormat, isWritten, type TextEncoding, type WrittenFormat, writtenFormats } from '@rankwright/core/data'
import { type SplitReport, splitReport } from '@rankwright/core/reports'
import { foldsOutput, formatOfFile, writeFolds } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { dataOptions, listsContent, readData, tellEncoded } from '../data.ts'
import { counted } from '../terminal/numbers.ts'

export const split = command({
  summary: 'Divide data into folds; every list stays whole.',
  inputs: { data: { doc: 'LETOR, CSV, TSV, JSONL or Parquet files, folders of them, or patterns; - for standard input.', some: true } },
  options: {
    folds: { kind: 'integer', default: 5, atLeast: 2, atMost: 10_000, doc: 'How many folds.' },
    out: { kind: 'text', placeholder: 'FOLDER', required: true, doc: 'Where Fold1/train, Fold1/vali, Fold1/test and so on go.' },
    to: {
      kind: 'choice',
      of: writtenFormats,
      leftOut: 'that of DATA',
      doc: 'Format of the files to write.',
    },
    seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the draw; lists of similar size are spread evenly.' },
    ...dataOptions,
  },
  example: 'rankwright split data.txt --folds 5 --out folds',
  reads: ['data'],
  data: { data: 'any' },
  writes: {
    out: async (folder, { data, options }, force) => [
      await foldsOutput(folder, { folds: options.folds, format: await formatFor(data, options), holds: listsContent(options), force }),
    ],
  },
  async run({ data, options }, around): Promise<Answer<SplitReport>> {
    const { folds, out, seed } = options
    const format = await formatFor(data, options)
    const lists = await readData(data, options, around, { copyCells: format !== 'letor' })
    tellEncoded(lists, around)
    const onFold = (done: number) => around.progress({ stage: 'writing folds', done, total: folds })
    const files = await writeFolds(lists, out, { folds, format, seed, outputs: around.outputs, onFold })
    const document = splitReport(lists, files)
    const parts = folds > 2 ? 'train, vali and test' : 'train and test'
    const summary = `${counted(document.lists, 'list')}, ${counted(document.rows, 'row')}, in ${counted(folds, 'fold')} of ${parts} under ${out}\n`
    return { document, text: () => summary }
  },
})

/** The format that is asked for, or the one the data came in, or LETOR where that cannot be written or is not known. */
async function formatFor(
  [first]: readonly string[],
  { to, format, encoding }: { readonly to?: WrittenFormat; readonly format?: FileFormat; readonly encoding?: TextEncoding },
): Promise<WrittenFormat> {
  if (to !== undefined) return to
  const found = format ?? (await formatOfFile(first, { ...(encoding !== undefined && { encoding }) }))
  return found !== undefined && isWritten(found) ? found : 'letor'
}
