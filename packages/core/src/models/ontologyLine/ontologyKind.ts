import { wordsAndSets } from '../../ontology/similarity.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import { rareSense } from '../../ontology/structure/rareSense.ts'
import type { ModelFacts, Size } from '../common/modelFacts.ts'
import { hierarchyFromEdges } from '../ontologyTerms/hierarchyFromEdges.ts'
import type { SimilarTerms } from '../ontologyTerms/similarTerm.ts'
import type { TermKind } from '../ontologyTerms/termKind.ts'
import type { OntologyModel } from './ontologyModel.ts'
import { ontologyFromDocument, ontologyMethod, ontologySettings, ontologyToDocument } from './ontologyModelJson.ts'
import { similarOnLine } from './similarOnLine.ts'
import { similarOnRanks } from './similarOnRanks.ts'
import { type SimilarOnSubtrees, similarOnSubtrees } from './similarOnSubtrees.ts'

export const ontologyKind: TermKind<OntologyModel> = {
  title: 'an ontology model',
  arrays: ['coefficients', 'scores', 'ranks', 'kept', 'widths', 'bits'],
  toDocument: ontologyToDocument,
  fromDocument: ontologyFromDocument,
  facts,
  similar,
  similarity(model) {
    const found = similar(model)
    // Only similarities of several lines are on the scale that the loss was chosen on.
    const loses = model.lines > 1 && model.senses !== undefined ? rareSense(model) : undefined
    const plain = wordsAndSets((source) => (target) => found.similarity(source, target), 'bma', loses)
    return 'row' in found ? { ...plain, rows: (sources, targets = sources) => selectedRows(found.row, sources, targets) } : plain
  },
  hierarchy,
  setting: ({ cut, lines, loss, kernel, lambda }) => ({ parts: cut, lines, loss, kernel, lambda }),
  line: (model) => model,
}

function hierarchy(model: OntologyModel, file = 'the model'): Hierarchy {
  return hierarchyFromEdges(model, model.relations, model.edges, file)
}

function similar(model: OntologyModel): SimilarTerms | SimilarOnSubtrees {
  switch (model.form) {
    case 'linear':
      return similarOnLine(model.scores)
    case 'ranks':
      return similarOnRanks(model)
    case 'subtrees':
      return similarOnSubtrees(model, hierarchy(model))
  }
}

/** One pass over all terms for each source, which is quicker than pair by pair unless there are few targets. */
function* selectedRows(row: SimilarOnSubtrees['row'], sources: Uint32Array, targets: Uint32Array): Generator<Float64Array> {
  const into = new Float64Array(targets.length)
  for (const source of sources) {
    const all = row(source)
    for (let at = 0; at < targets.length; at++) into[at] = all[targets[at]]
    yield into
  }
}

/** More parts than this are not listed one by one. */
const mostListed = 1000

function facts(model: OntologyModel): ModelFacts {
  const {
    ids,
    names,
    edges,
    root,
    cut,
    level,
    shared,
    lines,
    siblings,
    form,
    textShare,
    ratesFrom,
    loss,
    gamma,
    kernel,
    descriptors,
    lambda,
    tuned,
    sample,
    fit,
  } = model
  const parts = [...model.parts].sort((a, b) => a.rate - b.rate)
  const listed = parts.length <= mostListed
  const nameOf = new Map(ids.map((id, term) => [id, names[term]]))
  return {
    method: ontologyMethod,
    options: ontologySettings(model),
    features: (descriptors?.names ?? []).map((feature) => ({ feature })),
    parts: {
      terms: ids.length,
      edges: edges.children.length,
      ...(root !== undefined && { root }),
      cut,
      ...(cut === 'branches' && { level }),
      ...((cut === 'branches' || cut === 'rated') && { shared }),
      lines,
      siblings,
      similarity: form,
      textShare,
      ratesFrom,
      partCount: parts.length,
      ...(listed && { parts: parts.map(({ id, rate, members }) => ({ id, rate, terms: members.length })) }),
      loss,
      ...(loss === 'gamma' && { gamma }),
      kernel,
      ...(descriptors && { descriptors: descriptors.names }),
      lambda,
      ...(tuned && { tuned }),
      sample: { size: sample.vertices.length, drawn: sample.drawn, seed: sample.seed },
      ...fit,
    },
    sizes: [
      { count: ids.length, of: 'term' },
      cut === 'branches' ? { count: parts.length, of: 'branch', plural: 'branches' } : { count: parts.length, of: 'part' },
      { count: lines, of: 'line' },
      ...sizesOfSample(sample),
    ],
    figures: {
      ...(loss === 'hinge' && { 'hinge on the sample': fit.error }),
      'gamma loss on the sample': fit.gammaError,
      kernel: kernel.kind,
      lambda,
      ...(fit.gap !== undefined && { 'duality gap': fit.gap }),
    },
    ...(listed &&
      cut !== 'terms' && {
        table: {
          headings: ['rate', 'terms', cut === 'branches' ? 'branch' : 'part', ''],
          rows: parts.map(({ id, rate, members }) => [rate, members.length, id, nameOf.get(id) ?? '']),
          of: cut === 'branches' ? { of: 'branch', plural: 'branches' } : { of: 'part' },
        },
      }),
  }
}

/** A term of several branches is in the sample for each of them. */
function sizesOfSample({ drawn, vertices }: OntologyModel['sample']): Size[] {
  if (drawn) return [{ count: vertices.length, of: 'drawn term' }]
  const used = new Set(vertices).size
  const places = { count: vertices.length, of: 'place in the branches', plural: 'places in the branches' }
  return [{ count: used, of: 'used term' }, ...(used < vertices.length ? [places] : [])]
}
