import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import type { VertexDescriptors } from '../../ontology/graph/descriptors.ts'
import { sharedRules } from '../../ontology/graph/parts.ts'
import { siblingRules } from '../../ontology/graph/siblingOrder.ts'
import { textWords } from '../../ontology/graph/textBits.ts'
import { type OntologyKernel, ontologyKernelKinds } from '../../ontology/graph/vertexKernel.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import { type OntologyCut, type OntologyPart, ontologyLosses, rateOrigins, type TunedLambda } from '../ontologyTerms/learnedLine.ts'
import { termModelKeys, termNamesFromJson, termNamesToJson } from '../ontologyTerms/termNamesJson.ts'
import { isForest } from './drawnIntervals.ts'
import { type OntologyModel, similarityForms } from './ontologyModel.ts'

export function ontologyToDocument(model: OntologyModel): DocumentParts {
  const {
    relations,
    root,
    indexOfId,
    ratesFrom,
    descriptors,
    edges,
    parts,
    sample,
    coefficients,
    scores,
    fit,
    form,
    ranks,
    kept,
    widths,
    bits,
  } = model
  return {
    method: ontologyMethod,
    options: ontologySettings(model),
    relations,
    ...(root !== undefined && { root }),
    ratesFrom,
    ...(model.tuned && { tuned: model.tuned }),
    fit: {
      objective: fit.objective,
      error: fit.error,
      gammaError: fit.gammaError,
      ...(fit.excess !== undefined && { excess: fit.excess }),
      ...(fit.gap !== undefined && { gap: fit.gap }),
      iterations: fit.iterations,
    },
    parts: {
      terms: encodeArray(
        'i32',
        Int32Array.from(parts, ({ id }) => indexOfId.get(id) ?? -1),
      ),
      rates: encodeArray(
        'f64',
        Float64Array.from(parts, ({ rate }) => rate),
      ),
      sizes: encodeArray(
        'i32',
        Int32Array.from(parts, ({ members }) => members.length),
      ),
      members: encodeArray('i32', Int32Array.from(parts.flatMap(({ members }) => Array.from(members)))),
    },
    sample: {
      drawn: sample.drawn,
      seed: sample.seed,
      vertices: encodeArray('i32', sample.vertices),
      parts: encodeArray('i32', sample.parts),
    },
    edges: {
      children: encodeArray('i32', edges.children),
      parents: encodeArray('i32', edges.parents),
      weights: encodeArray('f64', edges.weights),
    },
    ...(descriptors && { descriptors: { names: descriptors.names, values: encodeArray('f64', descriptors.values) } }),
    coefficients: encodeArray('f64', coefficients),
    scores: encodeArray('f64', scores),
    ...(form === 'ranks' && { ranks: encodeArray('f32', ranks) }),
    ...(form === 'subtrees' && { kept: encodeArray('i32', kept) }),
    ...(form !== 'linear' && { widths: encodeArray('f32', widths) }),
    ...(bits.length > 0 && { bits: encodeArray('i32', bits) }),
    ...termNamesToJson(model),
  }
}

export const ontologyMethod = 'k-partite'

/** What the file and `show` call options. */
export function ontologySettings({
  cut,
  level,
  shared,
  lines,
  siblings,
  form,
  textShare,
  loss,
  gamma,
  kernel,
  lambda,
  tolerance,
  iterations,
}: OntologyModel) {
  return { parts: cut, level, shared, lines, siblings, similarity: form, textShare, loss, gamma, kernel, lambda, tolerance, iterations }
}

export function ontologyFromDocument(document: DocumentParts, read: DocumentReader): OntologyModel {
  const own = [
    'ratesFrom',
    'tuned?',
    'fit',
    'parts',
    'sample',
    'edges',
    'descriptors?',
    'coefficients',
    'scores',
    'ranks?',
    'kept?',
    'widths?',
    'bits?',
  ]
  const top = read.object(document, 'the top', [...termModelKeys, ...own])
  read.choice(top['method'], 'method', [ontologyMethod])
  const options = read.object(top['options'], 'options', [
    'parts',
    'level',
    'shared',
    'lines',
    'siblings',
    'similarity',
    'textShare',
    'loss',
    'gamma',
    'kernel',
    'lambda',
    'tolerance',
    'iterations',
  ])
  const names = termNamesFromJson(top, read)
  const { ids } = names
  const below = (value: unknown, where: string, limit: number, length?: number) => {
    const numbers = read.int32(value, where, length)
    if (numbers.some((number) => number < 0 || number >= limit)) read.fail(where, `a number is not one of 0 to ${limit - 1}`)
    return numbers
  }
  const edges = read.object(top['edges'], 'edges', ['children', 'parents', 'weights'])
  const children = below(edges['children'], 'edges.children', ids.length)
  const parts = partsFrom(top['parts'], ids, below, read)
  const form = read.choice(options['similarity'], 'options.similarity', similarityForms)
  const lines = read.count(options['lines'], 'options.lines', { atLeast: 1 })
  const absent = (key: string) => {
    if (top[key] !== undefined) read.fail(key, `it does not go with the similarity ${form}`)
  }
  const placed = (key: 'ranks' | 'widths') => {
    if (form === 'linear' || (form === 'subtrees' && key === 'ranks')) {
      absent(key)
      return new Float32Array(0)
    }
    const values = read.float32(top[key], key, lines * ids.length)
    if (values.some((value) => !(value >= -1 && value <= ids.length))) read.fail(key, 'a number is not the place of a term')
    return values
  }
  if (form !== 'subtrees') absent('kept')
  const textShare = read.number(options['textShare'], 'options.textShare', { atLeast: 0, atMost: 1 })
  if (textShare > 0 && form === 'linear') read.fail('options.textShare', 'it does not go with the similarity linear')
  if (textShare === 0 && top['bits'] !== undefined) read.fail('bits', 'they do not go with a share of 0')
  const sample = read.object(top['sample'], 'sample', ['drawn', 'seed', 'vertices', 'parts'])
  const vertices = below(sample['vertices'], 'sample.vertices', ids.length)
  if (typeof sample['drawn'] !== 'boolean') read.fail('sample.drawn', 'expected true or false')
  const kernel = kernelFrom(options['kernel'], read)
  const descriptors = top['descriptors'] === undefined ? undefined : descriptorsFrom(top['descriptors'], ids.length, read)
  if ((descriptors === undefined) === (kernel.kind === 'rbf' || kernel.kind === 'linear'))
    read.fail('descriptors', `they do not go with the kernel ${kernel.kind}`)
  const fit = read.object(top['fit'], 'fit', ['objective', 'error', 'gammaError', 'excess?', 'gap?', 'iterations'])
  const number = (key: string) => read.number(fit[key], `fit.${key}`, { atLeast: 0 })
  return {
    kind: 'ontology',
    ...names,
    relations: read.texts(top['relations'], 'relations'),
    edges: {
      children,
      parents: below(edges['parents'], 'edges.parents', ids.length, children.length),
      weights: read.float64(edges['weights'], 'edges.weights', children.length),
    },
    ...(top['root'] !== undefined && { root: read.text(top['root'], 'root') }),
    cut: cutFrom(options['parts'], read),
    siblings: read.choice(options['siblings'], 'options.siblings', siblingRules),
    level: read.count(options['level'], 'options.level', { atLeast: 1 }),
    shared: read.choice(options['shared'], 'options.shared', sharedRules),
    ratesFrom: read.choice(top['ratesFrom'], 'ratesFrom', rateOrigins),
    parts,
    loss: read.choice(options['loss'], 'options.loss', ontologyLosses),
    gamma: read.number(options['gamma'], 'options.gamma', { above: 0 }),
    kernel,
    ...(descriptors && { descriptors }),
    lambda: read.number(options['lambda'], 'options.lambda', { above: 0 }),
    ...(top['tuned'] !== undefined && { tuned: tunedFrom(top['tuned'], read) }),
    tolerance: read.number(options['tolerance'], 'options.tolerance', { above: 0 }),
    iterations: read.count(options['iterations'], 'options.iterations', { atLeast: 1 }),
    sample: {
      drawn: sample['drawn'] === true,
      seed: read.count(sample['seed'], 'sample.seed'),
      vertices,
      parts: below(sample['parts'], 'sample.parts', parts.length, vertices.length),
    },
    coefficients: read.float64(top['coefficients'], 'coefficients', vertices.length),
    scores: read.float64(top['scores'], 'scores', ids.length),
    fit: {
      objective: number('objective'),
      error: number('error'),
      gammaError: number('gammaError'),
      ...(fit['excess'] !== undefined && { excess: number('excess') }),
      ...(fit['gap'] !== undefined && { gap: number('gap') }),
      iterations: read.count(fit['iterations'], 'fit.iterations'),
    },
    form,
    lines,
    ranks: placed('ranks'),
    kept: form === 'subtrees' ? keptFrom(top['kept'], 'kept', lines, ids.length, read) : new Int32Array(0),
    widths: placed('widths'),
    textShare,
    bits: textShare === 0 ? new Int32Array(0) : read.int32(top['bits'], 'bits', textWords * ids.length),
  }
}

function cutFrom(value: unknown, read: DocumentReader): OntologyCut {
  return typeof value === 'number'
    ? read.count(value, 'options.parts', { atLeast: 2 })
    : read.choice(value, 'options.parts', ['branches', 'terms', 'rated'] as const)
}

type NumbersBelow = (value: unknown, where: string, limit: number, length?: number) => Int32Array

function partsFrom(value: unknown, ids: readonly string[], below: NumbersBelow, read: DocumentReader): OntologyPart[] {
  const { terms, rates, sizes, members } = read.object(value, 'parts', ['terms', 'rates', 'sizes', 'members'])
  const heads = below(terms, 'parts.terms', ids.length)
  const rateOf = read.float64(rates, 'parts.rates', heads.length)
  const all = below(members, 'parts.members', ids.length)
  const sizeOf = below(sizes, 'parts.sizes', all.length + 1, heads.length)
  if (sizeOf.some((size) => size === 0)) read.fail('parts.sizes', 'a part is empty')
  if (sizeOf.reduce((sum, size) => sum + size, 0) !== all.length) read.fail('parts.sizes', 'they do not add up to the members')
  let from = 0
  return Array.from(heads, (term, part) => {
    const start = from
    from += sizeOf[part]
    return { id: ids[term], rate: rateOf[part], members: all.slice(start, from) }
  })
}

function tunedFrom(value: unknown, read: DocumentReader): TunedLambda {
  const { folds, tried } = read.object(value, 'tuned', ['folds', 'tried'])
  return {
    folds: read.count(folds, 'tuned.folds', { atLeast: 1 }),
    tried: read.items(tried, 'tuned.tried').map((each, at) => {
      const where = `tuned.tried[${at}]`
      const { lambda, error } = read.object(each, where, ['lambda', 'error'])
      return {
        lambda: read.number(lambda, `${where}.lambda`, { above: 0 }),
        error: read.number(error, `${where}.error`, { atLeast: 0, atMost: 1 }),
      }
    }),
  }
}

function kernelFrom(value: unknown, read: DocumentReader): OntologyKernel {
  const parts = read.object(value, 'options.kernel', ['kind', 'epsilon?', 'beta?', 'steps?', 'width?'])
  const kind = read.choice(parts['kind'], 'options.kernel.kind', ontologyKernelKinds)
  switch (kind) {
    case 'graph-laplacian':
      return { kind, epsilon: read.number(parts['epsilon'], 'options.kernel.epsilon', { above: 0 }) }
    case 'diffusion':
      return { kind, beta: read.number(parts['beta'], 'options.kernel.beta', { above: 0, atMost: 1000 }) }
    case 'random-walk':
      return { kind, steps: read.count(parts['steps'], 'options.kernel.steps', { atLeast: 1, atMost: 10_000 }) }
    case 'rbf':
      return { kind, width: read.number(parts['width'], 'options.kernel.width', { above: 0 }) }
    case 'linear':
      return { kind }
  }
}

function descriptorsFrom(value: unknown, terms: number, read: DocumentReader): VertexDescriptors {
  const parts = read.object(value, 'descriptors', ['names', 'values'])
  const names = read.texts(parts['names'], 'descriptors.names')
  return { names, values: read.float64(parts['values'], 'descriptors.values', terms * names.length) }
}

/** The parents of drawn trees: no circle, and no term in one tree but not in another. */
export function keptFrom(value: unknown, where: string, lines: number, terms: number, read: DocumentReader): Int32Array {
  const kept = read.int32(value, where, lines * terms)
  if (kept.some((parent) => parent < -2 || parent >= terms)) read.fail(where, `a number is not one of -2 to ${terms - 1}`)
  if (!isForest(kept, lines)) read.fail(where, 'the parents on a line are not a tree')
  return kept
}
