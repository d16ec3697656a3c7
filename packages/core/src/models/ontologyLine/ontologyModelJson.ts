import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import type { VertexDescriptors } from '../../ontology/graph/descriptors.ts'
import { partRules } from '../../ontology/graph/parts.ts'
import { type OntologyKernel, ontologyKernelKinds } from '../../ontology/graph/vertexKernel.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import { type OntologyPart, ontologyLosses } from '../ontologyTerms/learnedLine.ts'
import { termModelKeys, termNamesFromJson, termNamesToJson } from '../ontologyTerms/termNamesJson.ts'
import type { OntologyModel } from './ontologyModel.ts'

export function ontologyToDocument(model: OntologyModel): DocumentParts {
  const { relations, root, rule, ratesFrom, descriptors, edges, parts, sample, coefficients, scores, fit } = model
  return {
    method: ontologyMethod,
    options: ontologySettings(model),
    relations,
    ...(root !== undefined && { root }),
    rule,
    ratesFrom,
    fit: {
      objective: fit.objective,
      error: fit.error,
      gammaError: fit.gammaError,
      ...(fit.excess !== undefined && { excess: fit.excess }),
      ...(fit.gap !== undefined && { gap: fit.gap }),
      iterations: fit.iterations,
    },
    parts: parts.map(({ id, rate, members }) => ({ id, rate, members: encodeArray('i32', members) })),
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
    ...termNamesToJson(model),
  }
}

export const ontologyMethod = 'k-partite'

/** What the file and `show` call options. */
export function ontologySettings({ loss, gamma, kernel, lambda, tolerance, iterations }: OntologyModel) {
  return { loss, gamma, kernel, lambda, tolerance, iterations }
}

export function ontologyFromDocument(document: DocumentParts, read: DocumentReader): OntologyModel {
  const own = ['ratesFrom', 'fit', 'parts', 'sample', 'edges', 'descriptors?', 'coefficients', 'scores']
  const top = read.object(document, 'the top', [...termModelKeys, ...own])
  read.choice(top['method'], 'method', [ontologyMethod])
  const options = read.object(top['options'], 'options', ['loss', 'gamma', 'kernel', 'lambda', 'tolerance', 'iterations'])
  const names = termNamesFromJson(top, read)
  const { ids } = names
  const below = (value: unknown, where: string, limit: number, length?: number) => {
    const numbers = read.int32(value, where, length)
    if (numbers.some((number) => number < 0 || number >= limit)) read.fail(where, `a number is not one of 0 to ${limit - 1}`)
    return numbers
  }
  const edges = read.object(top['edges'], 'edges', ['children', 'parents', 'weights'])
  const children = below(edges['children'], 'edges.children', ids.length)
  const parts = read.items(top['parts'], 'parts').map((value, part): OntologyPart => {
    const where = `parts[${part}]`
    const { id, rate, members } = read.object(value, where, ['id', 'rate', 'members'])
    const found = below(members, `${where}.members`, ids.length)
    if (found.length === 0) read.fail(`${where}.members`, 'it is empty')
    return { id: read.text(id, `${where}.id`), rate: read.number(rate, `${where}.rate`), members: found }
  })
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
    rule: read.choice(top['rule'], 'rule', partRules),
    ratesFrom: read.choice(top['ratesFrom'], 'ratesFrom', ['spectrum', 'file']),
    parts,
    loss: read.choice(options['loss'], 'options.loss', ontologyLosses),
    gamma: read.number(options['gamma'], 'options.gamma', { above: 0 }),
    kernel,
    ...(descriptors && { descriptors }),
    lambda: read.number(options['lambda'], 'options.lambda', { above: 0 }),
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
