import { kindOf, type Model } from '@rankwright/core'
import { readModel } from '@rankwright/node'
import { command } from '../command.ts'
import { modelPage } from '../modelPage.ts'

export const show = command({
  summary: 'Show what a model is and how it was trained.',
  inputs: { model: 'Model file, of any kind.' },
  options: { top: { kind: 'integer', default: 20, atLeast: 1, doc: 'How many features or branches to print; --json lists all.' } },
  example: 'rankwright show model.json',
  async run({ model: path, options }) {
    const model = await readModel(path)
    return { document: shown(model), text: (style) => modelPage(model, options.top, style) }
  },
})

function shown(model: Model): Readonly<Record<string, unknown>> {
  const { method, options, features, parts } = kindOf(model).facts(model)
  return {
    kind: model.kind,
    method,
    options,
    features,
    ...parts,
    ...('featureMap' in model && { featureMap: model.featureMap }),
    ...('training' in model && { training: model.training }),
  }
}
