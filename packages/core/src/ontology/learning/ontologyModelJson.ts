/** An ontology model in a file: one JSON document, as other models are. */
import { type DocumentReader, documentReader } from '../../models/documentReader.ts'
import { encodeArray } from '../../models/jsonArray.ts'
import { documentText, parsedDocument } from '../../models/jsonDocument.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { type GraphKernel, graphKernelKinds } from './graphKernel.ts'
import { type OntologyModel, type OntologyPart, ontologyLosses } from './ontologyModel.ts'
import { partRules } from './parts.ts'

const format = 'rankwright-ontology'
const version = 1

export function ontologyModelToJson(model: OntologyModel): string {
  const { edges, parts, sample, coefficients, scores, fit, ids, names, ...plain } = model
  return documentText({
    format,
    version,
    ...plain,
    fit,
    parts: parts.map(({ members, ...part }) => ({ ...part, members: encodeArray('i32', members) })),
    sample: { ...sample, vertices: encodeArray('i32', sample.vertices), parts: encodeArray('i32', sample.parts) },
    edges: {
      children: encodeArray('i32', edges.children),
      parents: encodeArray('i32', edges.parents),
      weights: encodeArray('f64', edges.weights),
    },
    coefficients: encodeArray('f64', coefficients),
    scores: encodeArray('f64', scores),
    ids,
    names,
  })
}

/** `file` is the name that errors speak of. */
export function ontologyModelFromJson(text: string, file: string): OntologyModel {
  const document = parsedDocument(text, file, format)
  const { version: found } = document
  if (found !== version) {
    const told = found === undefined ? 'none' : JSON.stringify(found)
    throw new RankwrightError({ area: 'model', code: 'model-version', at: { file }, found: told, known: version })
  }
  const read = documentReader(file)
  const top = read.object(document, 'the top', [
    ...['format', 'version', 'relations', 'root?', 'rule', 'ratesFrom', 'loss', 'kernel', 'lambda', 'tolerance', 'iterations', 'fit'],
    ...['parts', 'sample', 'edges', 'coefficients', 'scores', 'ids', 'names'],
  ])
  const ids = read.texts(top['ids'], 'ids')
  const names = read.texts(top['names'], 'names')
  if (names.length !== ids.length) read.fail('names', `there are ${names.length} names of ${ids.length} terms`)
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
  const fit = read.object(top['fit'], 'fit', ['objective', 'error', 'gammaError', 'gap', 'iterations'])
  const number = (key: string) => read.number(fit[key], `fit.${key}`, { atLeast: 0 })
  return {
    ids,
    names,
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
    loss: read.choice(top['loss'], 'loss', ontologyLosses),
    kernel: kernelFrom(top['kernel'], read),
    lambda: read.number(top['lambda'], 'lambda', { above: 0 }),
    tolerance: read.number(top['tolerance'], 'tolerance', { above: 0 }),
    iterations: read.count(top['iterations'], 'iterations'),
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
      gap: number('gap'),
      iterations: read.count(fit['iterations'], 'fit.iterations'),
    },
  }
}

function kernelFrom(value: unknown, read: DocumentReader): GraphKernel {
  const parts = read.object(value, 'kernel', ['kind', 'epsilon?', 'beta?', 'steps?'])
  const kind = read.choice(parts['kind'], 'kernel.kind', graphKernelKinds)
  switch (kind) {
    case 'graph-laplacian':
      return { kind, epsilon: read.number(parts['epsilon'], 'kernel.epsilon', { above: 0 }) }
    case 'diffusion':
      return { kind, beta: read.number(parts['beta'], 'kernel.beta', { above: 0, atMost: 1000 }) }
    case 'random-walk':
      return { kind, steps: read.count(parts['steps'], 'kernel.steps') }
  }
}
