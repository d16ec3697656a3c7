import { kindOf, type OntologyEnsemble, type OntologyModel, RankwrightError } from '@rankwright/core'
import { readLearnedOntology, readModel } from '@rankwright/node'
import { command } from '../command.ts'
import { modelPage } from '../modelPage.ts'
import { ensembleFacts, ensembleText, ontologyFacts, ontologyText } from '../ontologyModelPage.ts'
import type { Style } from '../terminal/style.ts'

export const show = command({
  summary: 'Tell what a model is and how it came to be.',
  inputs: { model: 'Model file.' },
  options: { top: { kind: 'integer', default: 20, atLeast: 1, doc: 'How many features to print; --json tells all.' } },
  example: 'rankwright show model.json',
  async run({ model: path, options }) {
    const ontology = await learnedOntologyAt(path)
    if (ontology !== undefined) return shownOntology(ontology)
    const model = await readModel(path)
    const { method, options: trainedWith, features, parts } = kindOf(model).facts(model)
    const { kind, featureMap, training } = model
    return {
      document: { kind, method, options: trainedWith, features, ...parts, featureMap, training },
      text: (style) => modelPage(model, options.top, style),
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
