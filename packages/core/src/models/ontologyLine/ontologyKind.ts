import type { ModelFacts } from '../common/modelFacts.ts'
import type { TermKind } from '../ontologyTerms/termKind.ts'
import { lineSimilarity } from './lineSimilarity.ts'
import type { OntologyModel } from './ontologyModel.ts'
import { ontologyFromDocument, ontologyMethod, ontologySettings, ontologyToDocument } from './ontologyModelJson.ts'
import { similarOnLine } from './similarOnLine.ts'

export const ontologyKind: TermKind<OntologyModel> = {
  title: 'an ontology model',
  arrays: ['coefficients', 'scores'],
  toDocument: ontologyToDocument,
  fromDocument: ontologyFromDocument,
  facts,
  similar: ({ scores }) => similarOnLine(scores),
  similarity: ({ scores }) => lineSimilarity(scores),
  setting: ({ loss, kernel, lambda }) => ({ loss, kernel, lambda }),
  line: (model) => model,
}

function facts(model: OntologyModel): ModelFacts {
  const { ids, names, edges, root, rule, ratesFrom, loss, gamma, kernel, descriptors, lambda, sample, fit } = model
  const parts = [...model.parts].sort((a, b) => a.rate - b.rate)
  const nameOf = new Map(ids.map((id, term) => [id, names[term]]))
  return {
    method: ontologyMethod,
    options: ontologySettings(model),
    features: (descriptors?.names ?? []).map((feature) => ({ feature })),
    parts: {
      terms: ids.length,
      edges: edges.children.length,
      ...(root !== undefined && { root }),
      rule,
      ratesFrom,
      parts: parts.map(({ id, rate, members }) => ({ id, rate, terms: members.length })),
      loss,
      ...(loss === 'gamma' && { gamma }),
      kernel,
      ...(descriptors && { descriptors: descriptors.names }),
      lambda,
      sample: { size: sample.vertices.length, drawn: sample.drawn, seed: sample.seed },
      ...fit,
    },
    sizes: [
      { count: ids.length, of: 'term' },
      { count: parts.length, of: 'branch', plural: 'branches' },
      { count: sample.vertices.length, of: 'sampled term' },
    ],
    figures: {
      ...(loss === 'hinge' && { 'hinge on the sample': fit.error }),
      'gamma loss on the sample': fit.gammaError,
      kernel: kernel.kind,
      lambda,
      ...(fit.gap !== undefined && { 'duality gap': fit.gap }),
    },
    table: {
      headings: ['rate', 'terms', 'branch', ''],
      rows: parts.map(({ id, rate, members }) => [rate, members.length, id, nameOf.get(id) ?? '']),
      of: { of: 'branch', plural: 'branches' },
    },
  }
}
