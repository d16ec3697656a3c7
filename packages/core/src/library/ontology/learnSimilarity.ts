/**
 * A similarity of terms from examples: pairs that people rated, neighbours that experts named, or clicks. A linear ranker of this library is
 * trained on the features of pairs of terms: every classical measure with every information content, paths, depths, texts, learned lines. It is
 * cross-validated by query term beside each of its features, and a part of the query terms is held out for a bound.
 */
import {
  arrayOf,
  fields,
  madeBy,
  number,
  oneKindOf,
  oneOf,
  options as optionsShape,
  requireArguments,
  text,
  texts,
  typed,
} from '../../arguments/shapes.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { ExpertNeighbours } from '../../evaluation/ontology/expertNeighbours.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { defaultFeature, type LinePlaces, lineFeatures } from '../../models/ontologyRanker/lineFeatures.ts'
import type { OntologyRanker, RankerBound, RankerEdges, RankerValidation } from '../../models/ontologyRanker/ontologyRanker.ts'
import { scoresOfRows } from '../../models/ontologyRanker/rankedTerms.ts'
import { seededRandom } from '../../numeric/random.ts'
import { termFeatures } from '../../ontology/features/termFeatures.ts'
import { type VertexDescriptors, vectorsShape } from '../../ontology/graph/descriptors.ts'
import type { InformationContent } from '../../ontology/information/informationContent.ts'
import type { TermClicks } from '../../ontology/reading/clicks.ts'
import type { TermPair } from '../../ontology/reading/pairs.ts'
import { termFinder, termNames } from '../../ontology/structure/findTerms.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import { hierarchyShape } from '../../ontology/structure/ontologyShapes.ts'
import type { OptionsOf, OptionTable, Resolved } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { resolveOptions } from '../../options/resolveOptions.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { heldOutBetting } from '../../theory/heldOutBetting.ts'
import { shownChance } from '../../theory/shown.ts'
import { trainOntology } from '../../trainers/ontology/trainOntology.ts'
import { training } from '../train.ts'
import { blendedRanker, blendMethod } from './blendedRanker.ts'
import { clickExamples } from './clickExamples.ts'
import { type ExampleSet, gainOver, measuredFigure } from './exampleSet.ts'
import { neighbourExamples } from './neighbourExamples.ts'
import { oneScale } from './oneScale.ts'
import { pairExamples } from './pairExamples.ts'
import { similarityLink } from './similarityLink.ts'

/** Methods that give one weight to each feature, so that an answer can be explained exactly. */
const linearMethods = [blendMethod, 'ranknet', 'ranksvm', 'listnet', 'listmle', 'smoothed-dcg', 'least-squares'] as const

export const learnSimilarityOptions = {
  method: {
    kind: 'choice',
    of: linearMethods,
    leftOut: 'blend for rated pairs, ranknet for others',
    doc: 'How the ranker is trained; blend starts from the similarity of the lines, and examples move it.',
  },
  lines: {
    kind: 'integer',
    default: 32,
    atLeast: 0,
    atMost: 1000,
    doc: 'How many lines are learned on the ontology first, as ontology train does; their answers are features. 0 for none.',
  },
  folds: {
    kind: 'integer',
    default: 10,
    atLeast: 2,
    atMost: 1000,
    doc: 'Parts of the query terms for cross-validation; fewer where there are fewer.',
  },
  heldOut: {
    kind: 'number',
    default: 0.2,
    atLeast: 0,
    below: 1,
    doc: 'Share of the query terms that the model is not trained on, for a bound on its quality; 0 trains on all and bounds nothing.',
  },
  delta: { kind: 'number', default: 0.05, above: 0, below: 1, doc: 'The bound may fail with this probability.' },
  at: {
    kind: 'integer',
    default: 10,
    atLeast: 1,
    doc: 'How many of the closest terms are compared with the neighbours that experts name.',
  },
  candidates: {
    kind: 'integer',
    default: 500,
    atLeast: 1,
    atMost: 100_000,
    doc: 'How many terms are drawn for each query term, to tell the named neighbours from in training.',
  },
  skipUnknown: { kind: 'flag', doc: 'Leave out examples with terms that the ontology does not know.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of folds, held-out terms and drawn terms.' },
} as const satisfies OptionTable

export type SimilarityExamples =
  | { readonly kind: 'pairs'; readonly pairs: readonly TermPair[] }
  | { readonly kind: 'neighbours'; readonly neighbours: readonly ExpertNeighbours[] }
  | { readonly kind: 'clicks'; readonly clicks: readonly TermClicks[] }

export interface LearnSimilarityInputs {
  /** Information content from counts, from `informationOf`: more features. */
  readonly information?: InformationContent
  /** Numbers of the terms, NaN where a term has none: a part of the similarity of texts. */
  readonly vectors?: VertexDescriptors
}

const place = madeBy('a reader of examples', 'file')
const examplesShape = oneKindOf('kind', {
  pairs: { pairs: arrayOf(fields({ a: text, b: text, first: texts, second: texts, at: place })) },
  neighbours: { neighbours: arrayOf(fields({ term: text, neighbours: texts, at: place })) },
  clicks: { clicks: arrayOf(fields({ term: text, shown: text, clicks: number({ atLeast: 0 }), views: number({ above: 0 }), at: place })) },
})
const inputsShape = optionsShape({
  information: fields(
    { model: oneOf('corpus', 'annotation'), values: typed(Float64Array, 'infinite'), scale: number({ above: 0 }) },
    'what informationOf gives for counts',
  ),
  vectors: vectorsShape,
})

/** Yields after each block of work, returns the model. */
export function* learnSimilarity(
  hierarchy: Hierarchy,
  examples: SimilarityExamples,
  options: OptionsOf<typeof learnSimilarityOptions> = {},
  inputs: LearnSimilarityInputs = {},
  runtime: Runtime = plainRuntime,
): Training<OntologyRanker> {
  requireArguments({ hierarchy, examples, inputs }, { hierarchy: hierarchyShape, examples: examplesShape, inputs: inputsShape })
  requireRuntime(runtime)
  const resolved = resolveOptions(learnSimilarityOptions, options)
  const counted = countedContent(inputs.information)
  const places = yield* placesOnLines(hierarchy, resolved, inputs.vectors, runtime)
  yield { stage: 'features', done: 0 }
  const features = termFeatures(hierarchy, { ...(counted && { counted }), ...(places && { groups: [lineFeatures(places, hierarchy)] }) })
  const finder = termFinder(hierarchy.ontology)
  const { skipUnknown } = resolved
  const set =
    examples.kind === 'pairs'
      ? pairExamples(examples.pairs, finder, features, skipUnknown)
      : examples.kind === 'clicks'
        ? clickExamples(examples.clicks, finder, features, skipUnknown)
        : yield* neighbourExamples(examples.neighbours, finder, hierarchy, features, resolved)
  if (set.groups < 2)
    throw new RankwrightError({ area: 'ontology', code: 'too-few-examples', found: set.groups, needed: 2, of: 'query terms' })

  const { validation, link } = yield* validated(set, features.names, resolved, runtime)
  const left = resolved.heldOut === 0 ? [] : heldOutGroups(set.groups, resolved)
  const lists = left.length === 0 ? set.lists : trainable(set, left)
  const ranker = yield* trainedRanker(set.kind, lists, resolved, runtime)
  const heldOut = boundOf(set, left, ranker, resolved)
  const { definitions } = hierarchy.ontology
  return {
    kind: 'ontology-ranker',
    ...termNames(hierarchy.ontology),
    ...(definitions !== undefined && definitions.size > 0 && { definitions }), // whole: their words are features
    relations: hierarchy.relations,
    edges: edgesOf(hierarchy),
    ...(counted && { counted }),
    ...(places && { places }),
    ranker,
    ...link,
    examples: { kind: set.kind, terms: set.terms, rows: lists.labels.length, lists: lists.listIds.length, skipped: set.skipped },
    validation,
    ...(heldOut && { heldOut }),
  }
}

function* placesOnLines(
  hierarchy: Hierarchy,
  { lines, seed }: Resolved<typeof learnSimilarityOptions>,
  vectors: VertexDescriptors | undefined,
  runtime: Runtime,
): Training<LinePlaces | undefined> {
  if (lines === 0) {
    if (vectors !== undefined) refuseOption('vectors', `${namedOption('lines')} above 0`)
    return undefined
  }
  const given = { parts: 'terms', similarity: 'subtrees', lines, seed } as const
  const model = yield* trainOntology(hierarchy, given, vectors === undefined ? {} : { vectors }, runtime)
  return { lines, kept: model.kept, widths: model.widths, textShare: model.textShare, bits: model.bits }
}

function* trainedRanker(
  kind: ExampleSet['kind'],
  lists: RankingLists,
  { method = kind === 'pairs' ? blendMethod : 'ranknet', seed }: Resolved<typeof learnSimilarityOptions>,
  runtime: Runtime,
): Training<LinearModel> {
  if (method === blendMethod) {
    const names = lists.featureNames ?? []
    const first = defaultFeature(names)
    const start = names.map((name) => (first === undefined ? 1 / names.length : name === first ? 1 : 0))
    return blendedRanker(lists, { start, queries: queriesOf(kind, lists), seed }, runtime)
  }
  const { model } = yield* training(lists, { method, scale: 'standard', seed }, runtime)
  if (model.kind !== 'linear') throw new Error(`${method} gave a ${model.kind} model`)
  return model
}

/** The query term of each row: of pairs, which are one list, the first of the two. */
function queriesOf(kind: ExampleSet['kind'], { listIds, offsets, itemIds = [], labels }: RankingLists): string[] {
  if (kind === 'pairs') return itemIds.map((pair) => pair.split(' | ')[0])
  const queries = new Array<string>(labels.length)
  for (const [list, id] of listIds.entries()) queries.fill(id, offsets[list], offsets[list + 1])
  return queries
}

/** Every group judged by a ranker that was trained without its query term; and what the scores of training rows become as similarities. */
function* validated(
  set: ExampleSet,
  names: readonly string[],
  resolved: Resolved<typeof learnSimilarityOptions>,
  runtime: Runtime,
): Training<{ readonly validation: RankerValidation; readonly link: { readonly slope: number; readonly offset: number } }> {
  const folds = Math.min(resolved.folds, set.groups)
  const order = seededRandom(resolved.seed).shuffle(Array.from({ length: set.groups }, (_, group) => group))
  const learned = new Float64Array(set.units)
  const columns = names.map(() => new Float64Array(set.units))
  const scores = new Float64Array(set.lists.labels.length)
  for (let fold = 0; fold < folds; fold++) {
    yield { stage: 'cross-validating', done: fold, total: folds }
    const tested = order.filter((_, dealt) => dealt % folds === fold)
    const ranker = yield* trainedRanker(set.kind, trainable(set, tested), resolved, runtime)
    const onOneScale = set.kind === 'pairs' ? oneScale(scoresOfLists(set.lists, ranker, names)) : (judged: number) => judged
    for (const group of tested) {
      for (const unit of set.unitsOf(group)) {
        const judged = set.judge(unit, ranker)
        learned[unit] = onOneScale(judged.learned)
        for (const [feature, column] of columns.entries()) column[unit] = judged.features[feature]
      }
      scoreRows(set, group, ranker, names, scores)
    }
  }
  const compared = (figure: ExampleSet['figure']) => {
    const whole = figure(learned)
    const single = columns.map((column, place) => ({ feature: names[place], figure: figure(column) }))
    single.sort((a, b) => b.figure.value - a.figure.value)
    return { learned: measuredFigure(whole), single, gain: measuredFigure(gainOver(whole, single[0].figure)) }
  }
  const { single, ...overall } = compared(set.figure)
  return {
    validation: {
      ...{ metric: set.metric, folds, units: set.units },
      ...overall,
      features: single.map(({ feature, figure }) => ({ feature, ...measuredFigure(figure) })),
      parts: set.parts.map(({ name, figure }) => {
        const part = compared(figure)
        const [{ feature, figure: best }] = part.single
        return { name, learned: part.learned, feature, best: measuredFigure(best), gain: part.gain }
      }),
    },
    link: similarityLink(scores, unitTargets(set)),
  }
}

function scoresOfLists({ features }: RankingLists, ranker: LinearModel, names: readonly string[]): Float64Array {
  if (features.kind !== 'dense') throw new Error('features of terms are dense')
  return scoresOfRows(ranker, Float32Array.from(features.values), names)
}

function trainable(set: ExampleSet, left: readonly number[]): RankingLists {
  const lists = set.without(new Set(left))
  if (lists !== undefined) return lists
  const found = set.groups - left.length
  throw new RankwrightError({
    area: 'ontology',
    code: 'too-few-examples',
    found,
    needed: found + 1,
    of: 'query terms besides those that are judged',
  })
}

/** The rows of a group: those of its list, or for pairs, which are one list, its units. */
function scoreRows(set: ExampleSet, group: number, ranker: LinearModel, names: readonly string[], into: Float64Array): void {
  const { offsets, features } = set.lists
  if (features.kind !== 'dense') return
  const places =
    set.kind === 'pairs'
      ? set.unitsOf(group)
      : Array.from({ length: offsets[group + 1] - offsets[group] }, (_, row) => offsets[group] + row)
  for (const row of places) {
    const values = Float32Array.from(features.values.subarray(row * names.length, (row + 1) * names.length))
    into[row] = scoresOfRows(ranker, values, names)[0]
  }
}

/** Ratings as a share of their range in a list, clicks of that over all lists; neighbours as 1 and others as 0. */
function unitTargets({ kind, lists: { labels, offsets } }: ExampleSet): Float64Array {
  if (kind === 'neighbours') return labels.map((label) => (label > 0 ? 1 : 0))
  const ends = kind === 'pairs' ? offsets : Uint32Array.of(0, labels.length)
  const targets = new Float64Array(labels.length)
  for (let list = 0; list + 1 < ends.length; list++) {
    const own = labels.subarray(ends[list], ends[list + 1])
    const least = own.reduce((low, label) => Math.min(low, label))
    const most = own.reduce((high, label) => Math.max(high, label))
    for (const [row, label] of own.entries()) targets[ends[list] + row] = (label - least) / (most - least)
  }
  return targets
}

function heldOutGroups(groups: number, { heldOut, seed }: Resolved<typeof learnSimilarityOptions>): number[] {
  const count = Math.min(groups - 1, Math.max(1, Math.round(heldOut * groups)))
  return seededRandom(seed + 1)
    .shuffle(Array.from({ length: groups }, (_, group) => group))
    .slice(0, count)
}

function boundOf(
  set: ExampleSet,
  left: readonly number[],
  ranker: LinearModel,
  { delta, seed }: Resolved<typeof learnSimilarityOptions>,
): RankerBound | undefined {
  if (left.length === 0) return undefined
  const { metric, values, units } = set.bounded(left, ranker, seed)
  if (values.length === 0) return undefined
  const { lower, mean, n } = heldOutBetting(values.sort(), delta)
  const statement = `On ${units} drawn as these were, from query terms that the model was not trained on, the expected ${metric} is at least ${Math.floor(lower * 1e4) / 1e4}, except with probability ${shownChance(delta)} over the draw (${n} held out).`
  return { metric, value: mean, lower, delta, units: n, statement }
}

function countedContent(information: InformationContent | undefined): OntologyRanker['counted'] {
  if (information === undefined) return undefined
  const { model, values, scale } = information
  if (model !== 'corpus' && model !== 'annotation') return undefined // the others are among the features already
  const greatest = values.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, value) : most), 0)
  return { model, values: values.map((value) => (Number.isFinite(value) ? value : greatest)), scale }
}

function edgesOf(hierarchy: Hierarchy): RankerEdges {
  const { ontology, relations, size, parentOffsets, parents, parentRelations, parentWeights } = hierarchy
  const children = new Int32Array(parents.length)
  for (let term = 0; term < size; term++) children.fill(term, parentOffsets[term], parentOffsets[term + 1])
  const numberOf = ontology.relations.map(({ name }) => relations.indexOf(name))
  return {
    children,
    parents: Int32Array.from(parents),
    relations: Int32Array.from(parentRelations, (relation) => numberOf[relation]),
    weights: Float64Array.from(parentWeights, (weight) => (Number.isNaN(weight) ? 0 : weight)),
  }
}
