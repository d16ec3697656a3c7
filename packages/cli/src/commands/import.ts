import type { OptionTable } from '@rankwright/core/options'
import { type ImportReport, importFormats, importModel, importReport } from '@rankwright/export'
import { readForeignText, writeModel } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { counted } from '../terminal/numbers.ts'

const importOptions = {
  from: { kind: 'choice', of: importFormats, leftOut: 'found from the content', doc: 'The software that wrote the file.' },
  out: { kind: 'text', placeholder: 'MODEL', required: true, doc: 'Model file to write; - is standard output.' },
} as const satisfies OptionTable

export const importing = command({
  summary: 'Make a model of another program into one of ours, with the same scores.',
  inputs: { file: 'Text file that save_model of LightGBM wrote; - for standard input.' },
  options: importOptions,
  usage: [`FILE [--from ${importFormats.join('|')}] --out MODEL`],
  example: 'rankwright import lightgbm.txt --out model.json\nrankwright evaluate model.json test.txt',
  reads: ['file'],
  writes: { out: 'model' },
  async run({ file, options }, around): Promise<Answer<ImportReport>> {
    const { name, text } = await readForeignText(file)
    const model = importModel(text, name, options.from === undefined ? {} : { from: options.from })
    await writeModel(model, options.out, { outputs: around.outputs })
    const report = importReport(model, options.out)
    const summary = `${report.from} model of ${counted(report.trees, 'tree')} on ${counted(report.features, 'feature')} written to ${report.model}\n`
    return { document: report, text: () => summary }
  },
})
