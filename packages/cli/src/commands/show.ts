import { type ModelReport, modelReport } from '@rankwright/core/reports'
import { readModel } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { modelPage } from '../modelPage.ts'

export const show = command({
  summary: 'Show what a model is and how it was trained.',
  inputs: { model: 'Model file, of any kind.' },
  options: { top: { kind: 'integer', default: 20, atLeast: 1, doc: 'How many features or branches to print; --json lists all.' } },
  example: 'rankwright show model.json',
  reads: ['model'],
  async run({ model: path, options }): Promise<Answer<ModelReport>> {
    const model = await readModel(path)
    return { document: modelReport(model), text: (style) => modelPage(model, options.top, style) }
  },
})
