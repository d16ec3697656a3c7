import type { OptionTable } from '@rankwright/core/options'
import { type ImportReport, importFormats, importModel, importReport } from '@rankwright/export'
import { readForeignFile, writeModel } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { counted } from '../terminal/numbers.ts'

const importOptions = {
  from: { kind: 'choice', of: importFormats, leftOut: 'found from the content', doc: 'The software that wrote the file.' },
  firstFeature: {
    kind: 'integer',
    atLeast: 0,
    atMost: 1,
    leftOut: '1, with a note if no tree looks at the first column',
    doc: 'Number of the first column in the training data: 0 if LightGBM or XGBoost read an SVMlight file themselves, 1 for arrays and tables.',
  },
  out: { kind: 'text', placeholder: 'MODEL', required: true, doc: 'Model file to write; - is standard output.' },
} as const satisfies OptionTable

export const importing = command({
  summary: 'Make a model of another program into one of ours, with the same scores.',
  inputs: { file: 'Model file of LightGBM, XGBoost, CatBoost, RankLib, Solr or Elasticsearch; - for standard input.' },
  options: importOptions,
  usage: [`FILE [--from ${importFormats.join('|')}] --out MODEL`],
  example: 'rankwright import xgboost.ubj --out model.json\nrankwright evaluate model.json test.txt',
  reads: ['file'],
  writes: { out: 'model' },
  async run({ file, options }, around): Promise<Answer<ImportReport>> {
    const { name, bytes } = await readForeignFile(file)
    const { from, firstFeature } = options
    const imported = importModel(bytes, name, {
      ...(from !== undefined && { from }),
      ...(firstFeature !== undefined && { firstFeature: firstFeature === 0 ? 0 : 1 }),
    })
    await writeModel(imported.model, options.out, { outputs: around.outputs })
    const report = importReport(imported, options.out)
    for (const note of report.notes) around.note(`note: ${note}`)
    const what = report.trees === undefined ? 'a weighted sum' : counted(report.trees, 'tree')
    const summary = `${report.from} model of ${what} on ${counted(report.features, 'feature')} written to ${report.model}\n`
    return { document: report, text: () => summary }
  },
})
