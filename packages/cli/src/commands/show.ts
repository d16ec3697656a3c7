import type { Model } from '@rankwright/core'
import { readModel } from '@rankwright/node'
import { command } from '../command.ts'
import { counted, readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

export const show = command({
  summary: 'Tell what a model is and how it came to be.',
  inputs: { model: 'Model file.' },
  options: { top: { kind: 'integer', default: 20, atLeast: 1, doc: 'How many features to print; --json tells all.' } },
  example: 'rankwright show model.json',
  async run({ model: path, options }) {
    const model = await readModel(path)
    const features = featuresByWeight(model)
    const { kind, method, options: trainedWith, featureMap, training } = model
    return {
      document: { kind, method, options: trainedWith, features, intercept: model.intercept, featureMap, training },
      text: (style) => modelText(model, features, options.top, style),
    }
  },
})

export interface WeightedFeature {
  readonly feature: string
  readonly weight: number
}

/** The strongest first; the weight of a feature is on the scale the feature map gives it. */
export function featuresByWeight({ features, weights }: Model): WeightedFeature[] {
  return Array.from(weights, (weight, column) => ({
    feature: typeof features === 'number' ? String(column + 1) : features[column],
    weight,
  })).sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
}

function modelText(model: Model, features: readonly WeightedFeature[], top: number, { bold, dim }: Style): string {
  const { kind, method, options, training } = model
  const { lists, rows, iterations, objective, given, tuned } = training
  const sections = [
    `${bold(method)}: a ${kind} model of ${counted(features.length, 'feature')}`,
    `trained on ${counted(lists, 'list')}, ${counted(rows, 'row')}, in ${counted(iterations, 'iteration')} to the objective ${readable(objective, 6)}`,
  ]
  const origin = (option: string) => {
    const choice = tuned.find((tuning) => tuning.option === option)
    if (choice !== undefined)
      return `chosen by ${choice.metric} ${choice.on === 'folds' ? 'in cross-validation' : 'on the validation lists'}`
    return given.includes(option) ? 'given' : dim('default')
  }
  const optionRows = Object.entries(options).map(([option, value]) => [option, String(value), origin(option)])
  if (optionRows.length > 0) sections.push(textTable(['option', 'value', ''], ['left', 'left', 'left'], optionRows))
  const strongest = features.slice(0, top)
  const most = Math.abs(strongest[0]?.weight ?? 0)
  const bar = (weight: number) => dim('█'.repeat(most === 0 ? 0 : Math.round((20 * Math.abs(weight)) / most)))
  const table = textTable(
    ['feature', 'weight', ''],
    ['left', 'right', 'left'],
    strongest.map(({ feature, weight }) => [feature, readable(weight, 4), bar(weight)]),
  )
  const left = features.length - strongest.length
  sections.push(left > 0 ? `${table}\n  ${dim(`and ${counted(left, 'weaker feature')}; --top N or --json tells more`)}` : table)
  return `${sections.join('\n\n')}\n`
}
