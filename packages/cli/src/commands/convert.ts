import { formatOfName, qrelsOfLists, runOfLists, writtenFormats } from '@rankwright/core/data'
import { type ConvertReport, convertReport } from '@rankwright/core/reports'
import { writeLists, writeQrels, writeRun } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { dataOptions, listsContent, readData, tellEncoded } from '../data.ts'
import { counted } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'

const trecFiles = ['qrels', 'run'] as const

export const convert = command({
  summary: 'Write data files in another format, several as one file.',
  inputs: {
    in: { doc: 'Files to read, folders or patterns; - for standard input.', some: true },
    out: 'File to write; - for standard output.',
  },
  options: {
    to: {
      kind: 'choice',
      of: [...writtenFormats, ...trecFiles],
      leftOut: 'found from the name of OUT',
      doc: 'Format to write. Labels become the grades of qrels, or the scores of a run.',
    },
    ...dataOptions,
  },
  example:
    'rankwright convert train.txt train.parquet\nrankwright convert monday.csv tuesday.csv week.csv\nrankwright convert clicks.csv - --to letor --list query --label grade',
  reads: ['in'],
  data: { in: 'any' },
  writes: { out: (path, { options }) => [{ path, holds: trecFileOf(path, options.to) ?? listsContent(options) }] },
  async run({ in: from, out, options }, around): Promise<Answer<ConvertReport>> {
    const trecFile = trecFileOf(out, options.to)
    const format = writtenFormats.find((known) => known === (options.to ?? formatOfName(out)))
    if (trecFile === undefined && format === undefined && out !== '-')
      throw new UsageError(
        `The name ${out} does not say one of the formats that can be written. Give --to ${[...writtenFormats, ...trecFiles].join('|')}, or another name.`,
      )
    const copyCells = trecFile === undefined && format !== undefined && format !== 'letor'
    const lists = await readData(from, options, around, { copyCells })
    if (trecFile === undefined) tellEncoded(lists, around)
    around.progress({ stage: `writing ${out}`, done: 0 })
    const { outputs } = around
    if (trecFile === 'qrels') await writeQrels(qrelsOfLists(lists), out, { outputs })
    else if (trecFile === 'run') await writeRun(runOfLists(lists, lists.labels), out, undefined, { outputs })
    else await writeLists(lists, out, { ...(format !== undefined && { format }), outputs })
    const document = convertReport(lists, out)
    const summary = `${counted(document.rows, 'row')} of ${counted(document.lists, 'list')} written to ${out}\n`
    return { document, text: () => summary }
  },
})

function trecFileOf(out: string, to: string | undefined): (typeof trecFiles)[number] | undefined {
  return trecFiles.find((kind) => (to === undefined ? out.endsWith(`.${kind}`) : to === kind))
}
