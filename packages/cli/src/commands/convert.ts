import { formatOfName, writtenFormats } from '@rankwright/core/data'
import { type ConvertReport, convertReport } from '@rankwright/core/reports'
import { writeLists } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { counted } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'

export const convert = command({
  summary: 'Write a data file in another format.',
  inputs: { in: 'File to read; - for standard input.', out: 'File to write; - for standard output.' },
  options: {
    to: {
      kind: 'choice',
      of: writtenFormats,
      leftOut: 'found from the name of OUT',
      doc: 'Format to write.',
    },
    ...dataOptions,
  },
  example: 'rankwright convert train.txt train.parquet\nrankwright convert clicks.csv - --to letor --list query --label grade',
  reads: ['in'],
  writes: { out: 'data' },
  async run({ in: from, out, options }, around): Promise<Answer<ConvertReport>> {
    const format = options.to ?? formatOfName(out)
    if (out !== '-' && !writtenFormats.some((known) => known === format))
      throw new UsageError(
        `The name ${out} does not say one of the formats that can be written. Give --to ${writtenFormats.join('|')}, or another name.`,
      )
    const lists = await readData(from, options, around)
    around.progress({ stage: `writing ${out}`, done: 0 })
    await writeLists(lists, out, { ...(options.to !== undefined && { format: options.to }), outputs: around.outputs })
    const document = convertReport(lists, out)
    const summary = `${counted(document.rows, 'row')} of ${counted(document.lists, 'list')} written to ${out}\n`
    return { document, text: () => summary }
  },
})
