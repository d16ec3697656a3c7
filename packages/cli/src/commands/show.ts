import {
  type ElmModel,
  featureCount,
  type KernelModel,
  type LinearModel,
  type Model,
  type OntologyEnsemble,
  type OntologyModel,
  RankwrightError,
  type TunedOption,
} from '@rankwright/core'
import { readLearnedOntology, readModel } from '@rankwright/node'
import { command } from '../command.ts'
import { ensembleFacts, ensembleText, ontologyFacts, ontologyText } from '../ontologyModelPage.ts'
import { counted, readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

export const show = command({
  summary: 'Tell what a model is and how it came to be.',
  inputs: { model: 'Model file.' },
  options: { top: { kind: 'integer', default: 20, atLeast: 1, doc: 'How many features to print; --json tells all.' } },
  example: 'rankwright show model.json',
  async run({ model: path, options }) {
    const ontology = await learnedOntologyAt(path)
    if (ontology !== undefined) return shownOntology(ontology)
    const model = await readModel(path)
    const { kind, method, options: trainedWith, featureMap, training } = model
    return {
      document: { kind, method, options: trainedWith, ...ownParts(model), featureMap, training },
      text: (style) => modelText(model, options.top, style),
    }
  },
})

/** The model, if it is one of an ontology. */
async function learnedOntologyAt(path: string): Promise<OntologyModel | OntologyEnsemble | undefined> {
  if (path === '-') return undefined
  try {
    return await readLearnedOntology(path)
  } catch (error) {
    if (error instanceof RankwrightError && error.problems[0].code === 'model-of-other-kind') return undefined
    throw error
  }
}

function shownOntology(model: OntologyModel | OntologyEnsemble) {
  if ('members' in model) {
    const { epsilon, lambda, sample, tolerance, iterations } = model
    const options = { epsilon, lambda, sample, tolerance, iterations }
    return {
      document: { kind: 'ontology-ensemble', method: 'k-partite-ensemble', options, features: [], ...ensembleFacts(model) },
      text: ({ bold }: Style) => `${bold('k-partite ensemble')}: a vector per term\n\n${ensembleText(model)}\n`,
    }
  }
  const { loss, gamma, kernel, lambda, tolerance, iterations, descriptors } = model
  const features = (descriptors?.names ?? []).map((feature) => ({ feature }))
  return {
    document: {
      kind: 'ontology',
      method: 'k-partite',
      options: { loss, gamma, kernel, lambda, tolerance, iterations },
      features,
      ...ontologyFacts(model),
    },
    text: ({ bold }: Style) => `${bold('k-partite')}: one score per term\n\n${ontologyText(model)}\n`,
  }
}

function ownParts(model: Model) {
  switch (model.kind) {
    case 'linear':
      return { features: featuresByWeight(model), intercept: model.intercept }
    case 'network':
      return { features: namesOf(model).map((feature) => ({ feature })), hidden: model.hidden }
    case 'elm': {
      const { kind, count } = model.nodes
      const features = namesOf(model).map((feature) => ({ feature }))
      return { features, nodes: { kind, count }, uncertainty: model.posterior !== undefined, intercept: model.intercept }
    }
    case 'kernel': {
      const features = namesOf(model).map((feature) => ({ feature }))
      const { kernel, coefficients, intercept, posterior } = model
      return { features, kernel, points: coefficients.length, uncertainty: posterior !== undefined, intercept }
    }
  }
}

function namesOf({ features }: Model): readonly string[] {
  return typeof features === 'number' ? Array.from({ length: features }, (_, column) => String(column + 1)) : features
}

export interface WeightedFeature {
  readonly feature: string
  readonly weight: number
}

/** The strongest first; the weight of a feature is on the scale the feature map gives it. */
export function featuresByWeight(model: LinearModel): WeightedFeature[] {
  const names = namesOf(model)
  return Array.from(model.weights, (weight, column) => ({ feature: names[column], weight })).sort(
    (a, b) => Math.abs(b.weight) - Math.abs(a.weight),
  )
}

/** Where an option was tuned, as the end of "chosen by ndcg@10 …". */
export function tunedWhere(on: TunedOption['on']): string {
  switch (on) {
    case 'valid':
      return 'on the validation lists'
    case 'folds':
      return 'in cross-validation'
    case 'training lists':
      return 'on the training lists'
    case 'left-out lists':
      return 'on training lists left out in turn'
    case 'left-out items':
      return 'on training items left out in turn'
  }
}

function modelText(model: Model, top: number, style: Style): string {
  const { bold, dim } = style
  const { kind, method, options, training } = model
  const { lists, rows, iterations, objective, given, tuned, start } = training
  const sections = [
    `${bold(method)}: ${kind === 'elm' ? 'an' : 'a'} ${kind} model of ${counted(featureCount(model), 'feature')}`,
    `trained on ${counted(lists, 'list')}, ${counted(rows, 'row')}, in ${counted(iterations, 'iteration')} to the objective ${readable(objective, 6)}`,
    ...(start === undefined ? [] : [`started from the model with the fingerprint ${start}`]),
  ]
  const origin = (option: string) => {
    const choice = tuned.find((tuning) => tuning.option === option)
    if (choice !== undefined) return `chosen by ${choice.metric} ${tunedWhere(choice.on)}`
    return given.includes(option) ? 'given' : dim('default')
  }
  const optionRows = Object.entries(options).map(([option, value]) => [option, String(value), origin(option)])
  if (optionRows.length > 0) sections.push(textTable(['option', 'value', ''], ['left', 'left', 'left'], optionRows))
  sections.push(ownText(model, top, style))
  return `${sections.join('\n\n')}\n`
}

function ownText(model: Model, top: number, style: Style): string {
  switch (model.kind) {
    case 'linear':
      return weightTable(model, top, style)
    case 'elm':
      return `${counted(model.nodes.count, `${model.nodes.kind} node`)} between features and score, ${intervalsText(model)}`
    case 'network':
      return `${counted(model.hidden, 'rectifier')} between features and score`
    case 'kernel': {
      const { kind, width } = model.kernel
      return `${counted(model.coefficients.length, 'training row')}, each with a ${kind} kernel of width ${readable(width)} around it, ${intervalsText(model)}`
    }
  }
}

function intervalsText({ posterior }: ElmModel | KernelModel): string {
  return posterior === undefined ? 'without what intervals around scores need' : 'with what intervals around scores need'
}

function weightTable(model: LinearModel, top: number, { dim }: Style): string {
  const features = featuresByWeight(model)
  const strongest = features.slice(0, top)
  const most = Math.abs(strongest[0]?.weight ?? 0)
  const bar = (weight: number) => dim('█'.repeat(most === 0 ? 0 : Math.round((20 * Math.abs(weight)) / most)))
  const table = textTable(
    ['feature', 'weight', ''],
    ['left', 'right', 'left'],
    strongest.map(({ feature, weight }) => [feature, readable(weight, 4), bar(weight)]),
  )
  const left = features.length - strongest.length
  return left > 0 ? `${table}\n  ${dim(`and ${counted(left, 'weaker feature')}; --top N or --json tells more`)}` : table
}
