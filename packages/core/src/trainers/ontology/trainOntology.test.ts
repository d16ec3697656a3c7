import { edgeOntology, randomOntology, withoutChecksum } from '@rankwright/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditOntology } from '../../guarantees/auditOntology.ts'
import { answerWarnings } from '../../models/answerWarnings.ts'
import { kindOf } from '../../models/kinds.ts'
import { modelToJson, parsedModel } from '../../models/modelJson.ts'
import { kernelOfModel, type OntologyModel, stabilityInputs } from '../../models/ontologyLine/ontologyModel.ts'
import { similarOnLine } from '../../models/ontologyLine/similarOnLine.ts'
import { similarTerms } from '../../models/similarTerms.ts'
import { symmetricEigen } from '../../numeric/dense/symmetricEigen.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { parseTermVectors, vertexDescriptors } from '../../ontology/graph/descriptors.ts'
import { type GraphKernel, graphKernelOperator } from '../../ontology/graph/graphKernel.ts'
import { graphKernelReach } from '../../ontology/graph/kernelReach.ts'
import { laplacianSpace } from '../../ontology/graph/laplacianSpace.ts'
import { graphOfHierarchy, type OntologyGraph } from '../../ontology/graph/ontologyGraph.ts'
import { partsOf } from '../../ontology/graph/parts.ts'
import { coefficientSpace } from '../../ontology/graph/rankingSpace.ts'
import { ontologySample } from '../../ontology/graph/sample.ts'
import { type OntologyKernel, ontologyKernelKinds, vertexKernel } from '../../ontology/graph/vertexKernel.ts'
import { informationOf } from '../../ontology/information/information.ts'
import { oboParser } from '../../ontology/reading/obo.ts'
import { termSimilarity } from '../../ontology/similarity.ts'
import { hierarchyOf } from '../../ontology/structure/hierarchy.ts'
import { finish } from '../../runtime/training.ts'
import { scoreStability } from '../../theory/ontologyBounds.ts'
import { gammaLoss, misorderTilt } from './kPartiteGamma.ts'
import { kPartiteHinge } from './kPartiteHinge.ts'
import { parseRates, spectralRates } from './rates.ts'
import { trainOntology } from './trainOntology.ts'
import { withinMargin } from './withinMargin.ts'

function hierarchy(rows: string) {
  return hierarchyOf(edgeOntology(rows))
}

function randomHierarchy(random: Random, size: number) {
  return hierarchyOf(randomOntology(random, size))
}

const compute: GraphKernel[] = [
  { kind: 'graph-laplacian', epsilon: 0.5 },
  { kind: 'diffusion', beta: 0.7 },
  { kind: 'random-walk', steps: 3 },
]

/** The kernel written out, through the eigenvectors of the Laplacian. */
function denseKernel({ size, offsets, neighbours, weights, degrees }: OntologyGraph, kernel: GraphKernel): Float64Array {
  const normal = kernel.kind === 'random-walk'
  const matrix = new Float64Array(size * size)
  for (let a = 0; a < size; a++) {
    matrix[a * size + a] = normal ? (degrees[a] > 0 ? 1 : 0) : degrees[a]
    for (let at = offsets[a]; at < offsets[a + 1]; at++) {
      const b = neighbours[at]
      matrix[a * size + b] -= normal ? weights[at] / Math.sqrt(degrees[a] * degrees[b]) : weights[at]
    }
  }
  const { values, vectors } = symmetricEigen(size, matrix)
  const image = (x: number) => {
    if (kernel.kind === 'graph-laplacian') return 1 / (x + kernel.epsilon)
    return kernel.kind === 'diffusion' ? Math.exp(-kernel.beta * x) : (1 - x / 2) ** kernel.steps
  }
  const dense = new Float64Array(size * size)
  for (let k = 0; k < size; k++) {
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++) dense[a * size + b] += image(values[k]) * vectors[k * size + a] * vectors[k * size + b]
    }
  }
  return dense
}

describe('kernels on graphs', () => {
  test.each(compute)('$kind is applied as its matrix would be, whose diagonal is at most kappa²', (kernel) => {
    const random = seededRandom(5)
    for (let round = 0; round < 10; round++) {
      const graph = graphOfHierarchy(randomHierarchy(random, 3 + random.integer(30)))
      const dense = denseKernel(graph, kernel)
      const vector = Float64Array.from({ length: graph.size }, () => random.normal())
      const into = new Float64Array(graph.size)
      graphKernelOperator(graph, kernel)(vector, into)
      for (let a = 0; a < graph.size; a++) {
        const expected = vector.reduce((sum, entry, b) => sum + entry * dense[a * graph.size + b], 0)
        expect(into[a]).toBeCloseTo(expected, 10)
        expect(dense[a * graph.size + a]).toBeLessThanOrEqual(graphKernelReach(graph, kernel).value ** 2 + 1e-12)
      }
    }
  })
})

describe('how far kernels reach', () => {
  const greatest = (dense: Float64Array, size: number) =>
    Math.max(...Array.from({ length: size }, (_, vertex) => dense[vertex * (size + 1)]))

  test('is exact for trees, for a short walk, and for small graphs', () => {
    const random = seededRandom(3)
    for (let round = 0; round < 10; round++) {
      const size = 5 + random.integer(20)
      const rows = Array.from({ length: size }, (_, term) =>
        term === 0 ? 't0' : `t${term},t${random.integer(term)},${0.5 + random.uniform()}`,
      )
      const tree = graphOfHierarchy(hierarchy(`${rows.join('\n')}\n`))
      const laplacianKernel: GraphKernel = { kind: 'graph-laplacian', epsilon: 0.3 }
      const reach = graphKernelReach(tree, laplacianKernel)
      expect(reach.exact).toBe(true)
      expect(reach.value ** 2).toBeCloseTo(greatest(denseKernel(tree, laplacianKernel), size), 10)
      const graph = graphOfHierarchy(randomHierarchy(random, size))
      expect(graphKernelReach(graph, laplacianKernel).exact).toBe(graph.edgeChildren.length === size - 1)
      for (const steps of [1, 2]) {
        const walk: GraphKernel = { kind: 'random-walk', steps }
        expect(graphKernelReach(graph, walk)).toMatchObject({ exact: true })
        expect(graphKernelReach(graph, walk).value ** 2).toBeCloseTo(greatest(denseKernel(graph, walk), size), 10)
      }
      for (const kernel of compute) {
        expect(vertexKernel(graph, kernel).reach().value ** 2).toBeCloseTo(greatest(denseKernel(graph, kernel), size), 10)
      }
    }
  })

  test('of descriptors is 1, or the greatest length', () => {
    const tree = randomHierarchy(seededRandom(6), 30)
    const graph = graphOfHierarchy(tree)
    const described = vertexDescriptors(tree, ['depth', 'degree'])
    expect(vertexKernel(graph, { kind: 'rbf', width: 2 }, described).reach().value).toBe(1)
    const lengths = Array.from({ length: 30 }, (_, term) => Math.hypot(...described.values.subarray(2 * term, 2 * term + 2)))
    expect(vertexKernel(graph, { kind: 'linear' }, described).reach().value).toBeCloseTo(Math.max(...lengths), 12)
  })
})

describe('descriptors', () => {
  const tree = hierarchy('root\na,root\nb,root\nc,a\n')

  test('have mean 0 and variance 1, a constant is 0, and what is missing is the mean', () => {
    const given = { names: ['x', 'same'], values: Float64Array.of(1, 7, Number.NaN, 7, 3, 7, 5, 7) }
    const { names, values } = vertexDescriptors(tree, ['depth'], given)
    expect(names).toEqual(['depth', 'x', 'same'])
    const column = (at: number) => Array.from({ length: 4 }, (_, term) => values[term * 3 + at])
    const depths = [0, 1, 1, 2]
    expect(column(0)).toEqual(depths.map((depth) => expect.closeTo((depth - 1) / Math.sqrt(0.5), 12)))
    expect(column(1)).toEqual([-1, undefined, 0, 1].map((away) => expect.closeTo((away ?? 0) * Math.sqrt(1.5), 12)))
    expect(column(2)).toEqual([0, 0, 0, 0])
  })

  test('are read from rows of numbers, with or without names', () => {
    const parse = (text: string) => parseTermVectors('v.csv', new TextEncoder().encode(text), tree.ontology)
    expect(parse('term,x,y\na,1,2\nz,3,4\n')).toMatchObject({ names: ['x', 'y'], missing: 3, unknown: 1 })
    const { values } = parse('a,1,2\nc\t3\t4\n')
    const { indexOfId } = tree.ontology
    expect(values[2 * (indexOfId.get('a') ?? 0) + 1]).toBe(2)
    expect(values[2 * (indexOfId.get('c') ?? 0)]).toBe(3)
    expect(() => parse('a,1,2\nb,1\n')).toThrow('v.csv:2:1: "b,1" is not a term and its 2 numbers')
    expect(() => parse('a,1\nb,one\n')).toThrow('v.csv:2:1: "b,one" is not a term and its number')
    expect(() => parse('z,1\n')).toThrow('no term of the ontology is counted here')
  })

  test('are made of tables with text, categories and missing numbers, whose columns may be named', () => {
    const text = 'term,kind,price,note\n# a remark\na,plant,"$1,200","a ""b"",\nc"\nb,animal,N/A,x\nc,plant,$3,y\n'
    const parse = (options = {}) => parseTermVectors('v.csv', new TextEncoder().encode(text), tree.ontology, options)
    const { names, values } = parse({ ignore: ['note'] })
    expect(names).toEqual(['kind=plant', 'kind=animal', 'kind=(other)', 'kind=(missing)', 'price'])
    const [a, b] = ['a', 'b'].map((id) => 5 * (tree.ontology.indexOfId.get(id) ?? 0))
    expect(values.subarray(a, a + 5)).toEqual(Float64Array.of(1, 0, 0, 0, 1200))
    expect(values.subarray(b, b + 5)).toEqual(Float64Array.of(0, 1, 0, 0, Number.NaN))
    expect(parse({ text: ['note'] }).names).toContain('note:#31')
    expect(() => parse({ category: ['colour'] })).toThrow('v.csv:1:1')
    expect(() => parseTermVectors('v.csv', new TextEncoder().encode('term,kind\na,x\nb\n'), tree.ontology)).toThrow('v.csv:3:1')
    const read = (table: string) => parseTermVectors('v.csv', new TextEncoder().encode(table), tree.ontology)
    const commas = read('term,kind,size\na,x,1.5\nb,y,2.5\n')
    expect(read('term;kind;size\na;x;1,5\nb;y;2,5\n')).toEqual(commas)
    expect(read('term|size\na|1\nb|2\n')).toEqual(read('term,size\na,1\nb,2\n'))
  })

  test.each<OntologyKernel>([{ kind: 'rbf', width: 1.5 }, { kind: 'linear' }])(
    '$kind scores are sums of the kernel over the sample',
    (kernel) => {
      const random = seededRandom(8)
      const graph = randomHierarchy(random, 40)
      const model = finish(
        trainOntology(graph, {
          kernel: kernel.kind,
          ...(kernel.kind === 'rbf' && { kernelWidth: kernel.width }),
          sample: 15,
          lambda: 0.01,
        }),
      )
      expect(model.kernel).toEqual(kernel)
      const rows = vertexDescriptors(graph, ['depth', 'ic', 'degree']).values
      const entry = (a: number, b: number) => {
        let [product, distance] = [0, 0]
        for (let at = 0; at < 3; at++) {
          product += rows[3 * a + at] * rows[3 * b + at]
          distance += (rows[3 * a + at] - rows[3 * b + at]) ** 2
        }
        return kernel.kind === 'rbf' ? Math.exp(-distance / (2 * kernel.width ** 2)) : product
      }
      for (let term = 0; term < 40; term++) {
        const expected = model.sample.vertices.reduce((sum, vertex, item) => sum + model.coefficients[item] * entry(vertex, term), 0)
        expect(model.scores[term]).toBeCloseTo(expected, 9)
      }
    },
  )

  test('go with the kernels on them only', () => {
    const fit =
      (options: object, inputs: object = {}) =>
      () =>
        finish(trainOntology(tree, options, inputs))
    expect(fit({ descriptors: ['depth'] })).toThrow('it only works with `kernel` rbf or linear')
    const vectors = { names: ['x'], values: new Float64Array(tree.size) }
    expect(fit({ textShare: 0 }, { vectors })).toThrow('it only works with `textShare` above 0, or `kernel` rbf or linear')
    expect(fit({ kernel: 'linear', kernelWidth: 1 })).toThrow('it only works with `kernel` rbf')
    expect(fit({ kernel: 'rbf', descriptors: ['height'] })).toThrow('There is no descriptor "height". Choose from depth, ic, degree.')
  })
})

describe('parts', () => {
  // a and b below the root; x is two steps below a and one below b, y one below each, z below x alone.
  const both = hierarchy('root\na,root\nb,root\nm,a\nx,m\nx,b\ny,b\ny,a\nz,x\n')
  const members = (rule: 'nearest' | 'first' | 'split') => {
    const { ids } = both.ontology
    const { branches, offsets, members: terms } = partsOf(both, rule)
    return Object.fromEntries(
      Array.from(branches, (branch, part) => [
        ids[branch],
        Array.from(terms.subarray(offsets[part], offsets[part + 1]), (term) => ids[term]).sort(),
      ]),
    )
  }

  test('a term below several branches goes to the nearest, the first, or each', () => {
    expect(members('nearest')).toEqual({ a: ['a', 'm', 'y'], b: ['b', 'x', 'z'] })
    expect(members('first')).toEqual({ a: ['a', 'm', 'x', 'y', 'z'], b: ['b'] })
    expect(members('split')).toEqual({ a: ['a', 'm', 'x', 'y', 'z'], b: ['b', 'x', 'y', 'z'] })
  })

  test('several roots are the parts, and a term can be chosen as the root', () => {
    const several = hierarchy('p,one\nq,one\nr,two\n')
    const { ids } = several.ontology
    expect(partsOf(several, 'nearest').root).toBeUndefined()
    expect(Array.from(partsOf(several, 'nearest').branches, (term) => ids[term]).sort()).toEqual(['one', 'two'])
    expect(Array.from(partsOf(several, 'nearest', ids.indexOf('one')).branches, (term) => ids[term]).sort()).toEqual(['p', 'q'])
  })

  test('one branch is not enough', () => {
    expect(() => partsOf(hierarchy('b,a\nc,b\n'), 'nearest')).toThrow('The term a has one branch below it')
    expect(() => partsOf(both, 'nearest', both.ontology.ids.indexOf('z'))).toThrow('The term z has no branches below it')
  })
})

describe('rates', () => {
  test('parts that edges connect in a row are rated in that row, the largest in the first half', () => {
    // p-q-r in a row by shared children; q stands first in the file.
    const row = hierarchy('root\nq,root\np,root\nr,root\np1,p\np2,p\np3,p\npq,p\npq,q\nqr,q\nqr,r\n')
    const parts = partsOf(row, 'split')
    const rates = spectralRates(row.ontology, graphOfHierarchy(row), parts)
    const rateOf = Object.fromEntries(Array.from(parts.branches, (branch, part) => [row.ontology.ids[branch], rates[part]]))
    expect(rateOf).toEqual({ p: 1, q: 2, r: 3 })
  })

  test('parts without edges between them go by size, then by id', () => {
    const tree = hierarchy('root\nc,root\nb,root\na,root\na1,a\n')
    const parts = partsOf(tree, 'nearest')
    const rates = spectralRates(tree.ontology, graphOfHierarchy(tree), parts)
    expect(Object.fromEntries(Array.from(parts.branches, (branch, part) => [tree.ontology.ids[branch], rates[part]]))).toEqual({
      a: 1,
      b: 2,
      c: 3,
    })
  })

  test('more than 500 branches in a row are rated in that row', () => {
    const count = 520
    const rows = Array.from({ length: count }, (_, at) => `b${at},root\n${at > 0 ? `c${at},b${at}\nc${at},b${at - 1}\n` : ''}`)
    const tree = hierarchy(`root\n${rows.join('')}`)
    const parts = partsOf(tree, 'split')
    const rates = spectralRates(tree.ontology, graphOfHierarchy(tree), parts)
    const rateOf = new Map(Array.from(parts.branches, (branch, part) => [tree.ontology.ids[branch], rates[part]]))
    const found = Array.from({ length: count }, (_, at) => rateOf.get(`b${at}`))
    const up = found.map((_, at) => at + 1)
    expect([up, up.toReversed()]).toContainEqual(found)
  })

  test('given rates name terms by id or name, in any capitals', () => {
    const parser = oboParser('named.obo')
    parser.push(
      new TextEncoder().encode(
        '[Term]\nid: X:1\nname: root\n[Term]\nid: X:2\nname: left\nis_a: X:1\n[Term]\nid: X:3\nname: right\nis_a: X:1\n[Term]\nid: X:4\nname: right\nis_a: X:1\n',
      ),
    )
    const tree = hierarchyOf(parser.finish())
    const fit = (text: string) => finish(trainOntology(tree, {}, { rates: parseRates('rates.csv', new TextEncoder().encode(text)) }))
    expect(fit('term,rate\nLeft,2\nx:3,1\n').parts.map(({ id, rate }) => [id, rate])).toEqual([
      ['X:2', 2],
      ['X:3', 1],
    ])
    expect(() => fit('left,1\nright,2\n')).toThrow('rates.csv:2: "right" has 2 meanings in the ontology')
    expect(() => fit('left,1\nrigth,2\n')).toThrow('rates.csv:2: there is no term "rigth" in the ontology. Did you mean "right"')
    expect(() => fit('left,1\nX:2,2\n')).toThrow('rates.csv:2: X:2 has a rate already, at rates.csv:1')
  })

  test('given rates name terms once, and differ', () => {
    const tree = hierarchy('root\na,root\nb,root\nc,b\n')
    const fit = (text: string) => finish(trainOntology(tree, {}, { rates: parseRates('rates.csv', new TextEncoder().encode(text)) }))
    expect(fit('branch,rate\na,2\nb,1\n').parts.map(({ id, rate }) => [id, rate])).toEqual([
      ['a', 2],
      ['b', 1],
    ])
    expect(() => fit('a,2\n')).toThrow('All terms have the rate 2')
    expect(() => fit('a,2\nz,1\n')).toThrow('rates.csv:2: there is no term "z"')
    expect(() => fit('a,1\nb,2\na,3\n')).toThrow('rates.csv:3: a has a rate already, at rates.csv:1')
    expect(() => fit('a,1\nb,1\n')).toThrow('All terms have the rate 1')
    expect(() => fit('a,1\nb,high\n')).toThrow('rates.csv:2: "b,high" is not a term and its rate')
    const nested = fit('root,1\nb,2\n')
    expect(nested.parts.map(({ id, members }) => [id, Array.from(members, (term) => nested.ids[term])])).toEqual([
      ['root', ['root', 'a']],
      ['b', ['b', 'c']],
    ])
  })
})

test('a sample has at least one term of each part, is seeded and of the size asked for', () => {
  const parts = partsOf(randomHierarchy(seededRandom(2), 60), 'nearest')
  const sample = ontologySample(parts, 7, 20)
  expect(sample.vertices).toHaveLength(20)
  expect(new Set(sample.parts).size).toBe(parts.branches.length)
  expect(ontologySample(parts, 7, 20)).toEqual(sample)
  expect(ontologySample(parts, 8, 20)).not.toEqual(sample)
  for (const [item, vertex] of sample.vertices.entries()) {
    const part = sample.parts[item]
    expect(parts.members.subarray(parts.offsets[part], parts.offsets[part + 1])).toContain(vertex)
  }
  expect(ontologySample(parts, 7).drawn).toBe(false)
  expect(ontologySample(parts, 7).vertices).toHaveLength(parts.members.length)
  expect(() => ontologySample(parts, 7, 1)).toThrow('Draw at least one from each')
})

/** The kernel of a model between all terms, column by column. */
function writtenOut(model: OntologyModel): Float64Array {
  const kernel = kernelOfModel(model)
  return Float64Array.from(model.ids.flatMap((_, term) => Array.from(kernel.scores(Int32Array.of(term), Float64Array.of(1)))))
}

function objectiveOf(scores: ArrayLike<number>, rates: ArrayLike<number>, penalty: number): number {
  let sum = 0
  for (let i = 0; i < rates.length; i++)
    for (let j = 0; j < rates.length; j++) if (rates[i] < rates[j]) sum += Math.max(0, 1 - (scores[j] - scores[i]))
  return sum / rates.length ** 2 + penalty
}

/** f = Σ α (K(t_j, ·) − K(t_i, ·))/(2λM²) over the pairs, each α in turn set to what is best for it alone. */
function dualAscent(matrix: readonly Float64Array[], rates: Float64Array, lambda: number) {
  const size = rates.length
  const share = 1 / (2 * lambda * size * size)
  const pairs = Array.from(rates, (low, i) => Array.from(rates, (high, j) => ({ i, j, alpha: 0, isPair: low < high })))
    .flat()
    .filter(({ isPair }) => isPair)
  const scores = new Float64Array(size)
  for (let sweep = 0; sweep < 2000; sweep++) {
    for (const pair of pairs) {
      const { i, j } = pair
      const bend = share * (matrix[i][i] + matrix[j][j] - 2 * matrix[i][j])
      if (bend <= 1e-12) continue
      const alpha = Math.min(1, Math.max(0, pair.alpha + (1 - (scores[j] - scores[i])) / bend))
      const change = share * (alpha - pair.alpha)
      pair.alpha = alpha
      for (let item = 0; item < size; item++) scores[item] += change * (matrix[j][item] - matrix[i][item])
    }
  }
  const norm = pairs.reduce((sum, { i, j, alpha }) => sum + share * alpha * (scores[j] - scores[i]), 0)
  return { scores, objective: objectiveOf(scores, rates, lambda * norm) }
}

describe('the minimiser', () => {
  test('of two terms is known: each coefficient is half the lead that its penalty pays for', () => {
    // K = I, one pair with weight 1/4: (1 − u)/4 + λ u²/2 with u = 2c is least at u = 1/(4λ), or at the corner u = 1.
    const solve = (lambda: number) =>
      finish(
        kPartiteHinge(
          coefficientSpace(2, (from, into) => into.set(from)),
          Float64Array.of(1, 2),
          { lambda, tolerance: 1e-12, iterations: 500 },
        ),
      )
    const flat = solve(1)
    expect(flat.coefficients[1] - flat.coefficients[0]).toBeCloseTo(1 / 4, 6)
    expect(flat.objective).toBeCloseTo((1 - 1 / 4) / 4 + 1 / 32, 9)
    const corner = solve(0.1)
    expect(corner.coefficients[1] - corner.coefficients[0]).toBeCloseTo(1, 4)
    expect(corner.objective).toBeCloseTo(0.1 / 2, 7)
  })

  test.each([1, 50, 1e4, 1e7])('with a penalty of %d is not left at 0: each coefficient is its share of the slope', (lambda) => {
    // Where no lead comes near 1, f = −r/(2λ) with r of the slopes at 0: one for each pair, up at the higher rate and down at the lower.
    const tree = randomHierarchy(seededRandom(31), 60)
    for (const options of [{ kernel: 'graph-laplacian', epsilon: 4 }, { kernel: 'diffusion' }, { kernel: 'random-walk' }] as const) {
      const model = finish(trainOntology(tree, { ...options, lambda, sample: 40, tolerance: 0.001 }))
      const rates = Array.from(model.sample.parts, (part) => model.parts[part].rate)
      const expected = rates.map((rate) => {
        const lead = rates.reduce((sum, other) => sum + Math.sign(rate - other), 0)
        return lead / (2 * lambda * 40 ** 2)
      })
      expect(model.fit.gap).toBeLessThanOrEqual(0.001)
      const scores = kernelOfModel(model).scores(model.sample.vertices, Float64Array.from(expected))
      const reach = Math.max(...scores.map(Math.abs))
      for (const [term, score] of model.scores.entries()) expect(Math.abs(score - scores[term])).toBeLessThanOrEqual(0.05 * reach)
    }
  })

  test('reaches a duality gap of 1e-6, and no nearby function is better', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.constantFrom(...ontologyKernelKinds),
        fc.constantFrom(1e-3, 1e-2, 0.1),
        (seed, kind, lambda) => {
          const random = seededRandom(seed)
          const tree = randomHierarchy(random, 10 + random.integer(40))
          const model = finish(trainOntology(tree, { kernel: kind, lambda, sample: 25, seed }))
          expect(model.fit.gap).toBeLessThanOrEqual(1e-6)
          const dense = writtenOut(model)
          const { vertices, parts } = model.sample
          const rates = Array.from(parts, (part) => model.parts[part].rate)
          const objective = (coefficients: ArrayLike<number>) => {
            const scores = Array.from(vertices, (a) =>
              vertices.reduce((sum, b, item) => sum + coefficients[item] * dense[a * tree.size + b], 0),
            )
            return objectiveOf(scores, rates, lambda * scores.reduce((sum, score, item) => sum + score * coefficients[item], 0))
          }
          const least = objective(model.coefficients)
          expect(least).toBeCloseTo(model.fit.objective, 9)
          for (let trial = 0; trial < 20; trial++) {
            const moved = model.coefficients.map((entry) => entry * (1 + 0.1 * random.normal()) + 0.01 * random.normal())
            expect(objective(moved)).toBeGreaterThanOrEqual(least * (1 - 2e-6))
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('is the same whether coefficients or values are looked for', () => {
    const random = seededRandom(12)
    for (let round = 0; round < 8; round++) {
      const tree = randomHierarchy(random, 15 + random.integer(30))
      const graph = graphOfHierarchy(tree)
      const kernel: GraphKernel = { kind: 'graph-laplacian', epsilon: 0.4 }
      const vertices = Int32Array.from({ length: 20 }, () => random.integer(tree.size))
      const rates = Float64Array.from({ length: 20 }, (_, item) => item % 3)
      const options = { lambda: 1e-3, tolerance: 1e-8, iterations: 1000 }
      const byValues = finish(kPartiteHinge(laplacianSpace(graph, 0.4, vertices), rates, options))
      const byCoefficients = finish(kPartiteHinge(vertexKernel(graph, kernel).space(vertices), rates, options))
      expect(byValues.gap).toBeLessThanOrEqual(1e-7)
      expect(byValues.objective / byCoefficients.objective).toBeCloseTo(1, 6)
      // Its coefficients give the objective that it tells.
      const { scores } = { scores: vertexKernel(graph, kernel).scores(vertices, byValues.coefficients) }
      const sampled = Array.from(vertices, (vertex) => scores[vertex])
      const penalty = 1e-3 * sampled.reduce((sum, score, item) => sum + score * byValues.coefficients[item], 0)
      expect(objectiveOf(sampled, rates, penalty)).toBeCloseTo(byValues.objective, 9)
    }
  })

  test.each(compute)(
    'of $kind, applied edge by edge, is that of coordinate ascent on the dual problem with the matrix written out',
    (kernel) => {
      const random = seededRandom(14)
      for (const lambda of [3e-4, 3e-3, 0.05]) {
        const graph = graphOfHierarchy(randomHierarchy(random, 40))
        const vertices = Int32Array.from({ length: 24 }, () => random.integer(40))
        const rates = Float64Array.from({ length: 24 }, (_, item) => item % 4)
        const dense = denseKernel(graph, kernel)
        const matrix = Array.from(vertices, (a) => Float64Array.from(vertices, (b) => dense[a * 40 + b]))
        const apply = graphKernelOperator(graph, kernel)
        const [placed, image] = [new Float64Array(40), new Float64Array(40)]
        const space = coefficientSpace(24, (coefficients, into) => {
          placed.fill(0)
          for (const [item, vertex] of vertices.entries()) placed[vertex] += coefficients[item]
          apply(placed, image)
          for (const [item, vertex] of vertices.entries()) into[item] = image[vertex]
        })
        const fit = finish(kPartiteHinge(space, rates, { lambda, tolerance: 1e-9, iterations: 1000 }))
        const { scores, objective } = dualAscent(matrix, rates, lambda)
        expect(fit.gap).toBeLessThanOrEqual(1e-9)
        expect(fit.objective / objective).toBeCloseTo(1, 6)
        const found = matrix.map((row) => row.reduce((sum, entry, item) => sum + entry * fit.coefficients[item], 0))
        const range = Math.max(...scores) - Math.min(...scores)
        for (const [item, score] of scores.entries()) expect(Math.abs(found[item] - score)).toBeLessThan(2e-3 * range)
      }
    },
  )

  test('of a graph too large to be written out reaches the gap too', () => {
    const model = finish(trainOntology(randomHierarchy(seededRandom(13), 700), { sample: 60, lambda: 1e-4 }))
    expect(model.fit.gap).toBeLessThanOrEqual(1e-6)
    const { worst, bound, slack } = finish(auditOntology(model, { replacements: 3, seed: 1 }))
    expect(worst).toBeLessThanOrEqual(bound + slack)
  })

  test('counts its gamma loss as defined', () => {
    const model = finish(trainOntology(randomHierarchy(seededRandom(4), 40), { sample: 20, lambda: 0.01 }))
    const scores = Array.from(model.sample.vertices, (vertex) => model.scores[vertex])
    const rates = Array.from(model.sample.parts, (part) => model.parts[part].rate)
    let sum = 0
    for (let i = 0; i < 20; i++)
      for (let j = 0; j < 20; j++) if (rates[i] < rates[j]) sum += Math.min(1, Math.max(0, 1 - (scores[j] - scores[i])))
    expect(model.fit.gammaError).toBeCloseTo(sum / 400, 12)
  })
})

describe('the gamma loss', () => {
  const ramp = (scores: ArrayLike<number>, rates: ArrayLike<number>, gamma: number) => {
    let sum = 0
    for (let i = 0; i < rates.length; i++)
      for (let j = 0; j < rates.length; j++) if (rates[i] < rates[j]) sum += Math.min(1, Math.max(0, 1 - (scores[j] - scores[i]) / gamma))
    return sum / rates.length ** 2
  }
  const lists = fc.array(fc.record({ score: fc.integer({ min: -6, max: 6 }), rate: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 2,
    maxLength: 14,
  })

  test('is counted as defined, and its concave half has the slopes of the pairs in the wrong order', () => {
    fc.assert(
      fc.property(lists, fc.constantFrom(0.5, 1, 3), (items, gamma) => {
        const scores = Float64Array.from(items, ({ score }) => score / 2)
        const rates = Float64Array.from(items, ({ rate }) => rate)
        expect(gammaLoss(scores, rates, gamma)).toBeCloseTo(ramp(scores, rates, gamma), 12)
        const expected = new Float64Array(items.length)
        for (let i = 0; i < items.length; i++)
          for (let j = 0; j < items.length; j++) {
            if (rates[i] >= rates[j] || scores[j] >= scores[i]) continue
            expected[j] += 1 / (gamma * items.length ** 2)
            expected[i] -= 1 / (gamma * items.length ** 2)
          }
        for (const [item, slope] of misorderTilt(scores, rates, gamma).entries()) expect(slope).toBeCloseTo(expected[item], 12)
      }),
    )
  })

  test('ends below where the hinge starts it, and no small move goes down', () => {
    const random = seededRandom(21)
    for (let round = 0; round < 6; round++) {
      const tree = randomHierarchy(random, 30 + random.integer(20))
      const setting = { lambda: 0.002, sample: 25, seed: round }
      const hinge = finish(trainOntology(tree, setting))
      const model = finish(trainOntology(tree, { ...setting, loss: 'gamma', gamma: 1 }))
      const dense = writtenOut(model)
      const { vertices, parts } = model.sample
      const rates = Array.from(parts, (part) => model.parts[part].rate)
      const objective = (coefficients: ArrayLike<number>) => {
        const scores = Array.from(vertices, (a) =>
          vertices.reduce((sum, b, item) => sum + coefficients[item] * dense[a * tree.size + b], 0),
        )
        return ramp(scores, rates, 1) + 0.002 * scores.reduce((sum, score, item) => sum + score * coefficients[item], 0)
      }
      expect(model.fit.gap).toBeUndefined()
      expect(objective(model.coefficients)).toBeCloseTo(model.fit.objective, 9)
      expect(model.fit.objective).toBeLessThanOrEqual(objective(hinge.coefficients) + 1e-9)
      for (let trial = 0; trial < 30; trial++) {
        const moved = model.coefficients.map((entry) => entry + 1e-5 * random.normal())
        expect(objective(moved)).toBeGreaterThanOrEqual(model.fit.objective * (1 - 1e-5))
      }
    }
  })

  test('has no audit, and its width is not for the hinge', () => {
    const tree = randomHierarchy(seededRandom(2), 20)
    const model = finish(trainOntology(tree, { loss: 'gamma', sample: 10, lambda: 0.01 }))
    expect(() => finish(auditOntology(model, { replacements: 1, seed: 1 }))).toThrow('not convex')
    expect(() => finish(trainOntology(tree, { gamma: 2 }))).toThrow('`gamma` would change nothing: it only works with `loss` gamma')
  })
})

test('one replaced term never moves a score by more than mu and that of its part, nor a hinge by more than alpha, in 1000 replacements', () => {
  let replaced = 0
  let [closest, closestLoss, closestPart] = [0, 0, 0]
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.constantFrom(...ontologyKernelKinds),
      fc.constantFrom(0.01, 0.1, 1),
      (seed, kind, lambda) => {
        const random = seededRandom(seed)
        const tree = randomHierarchy(random, 6 + random.integer(20))
        const sample = partsOf(tree, 'nearest').branches.length + random.integer(8)
        const model = finish(trainOntology(tree, { kernel: kind, lambda, sample, seed, tolerance: 1e-8 }))
        const { worst, bound, slack, holds, replacements, loss, parts } = finish(auditOntology(model, { replacements: 20, seed }))
        expect(bound).toBeCloseTo(scoreStability(stabilityInputs(model)), 12)
        expect(worst).toBeLessThanOrEqual(bound + slack)
        expect(slack).toBeLessThan(0.05 * bound)
        expect(loss.bound).toBeCloseTo(2 * bound, 12)
        expect(loss.worst).toBeLessThanOrEqual(loss.bound + 2 * slack)
        expect(loss.worst).toBeLessThanOrEqual(2 * worst + 1e-12)
        for (const part of parts) {
          const own = model.sample.parts.filter((each) => model.parts[each].rate === part.rate).length
          expect(part.bound).toBeCloseTo((bound * (sample - own)) / sample, 12)
          expect(part.worst).toBeLessThanOrEqual(part.bound + slack)
          closestPart = Math.max(closestPart, part.worst / part.bound)
        }
        expect(parts.reduce((sum, part) => sum + part.replacements, 0)).toBe(20)
        closestLoss = Math.max(closestLoss, loss.worst / loss.bound)
        expect(holds).toBe(true)
        replaced += replacements
        closest = Math.max(closest, worst / bound)
      },
    ),
    { numRuns: 50 },
  )
  expect(replaced).toBeGreaterThanOrEqual(1000)
  // Scores and losses do move, and those of a part by much of what it may.
  expect(closest).toBeGreaterThan(0.01)
  expect(closestLoss).toBeGreaterThan(0.01)
  expect(closestPart).toBeGreaterThan(closest)
})

describe('similar terms', () => {
  test('are those with the closest scores, whatever the scores', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 2, maxLength: 40 }),
        fc.nat(),
        fc.nat(12),
        (scores, which, count) => {
          const term = which % scores.length
          const range = Math.max(...scores) - Math.min(...scores)
          const similarity = (other: number) => (range === 0 ? 1 : 1 - Math.abs(scores[other] - scores[term]) / range)
          const others = scores
            .map((_, other) => ({ term: other, similarity: similarity(other) }))
            .filter((each) => each.term !== term)
            .sort((a, b) => b.similarity - a.similarity || a.term - b.term)
          const similar = similarOnLine(scores)
          expect(similar.top(term, count)).toEqual(others.slice(0, count))
          expect(similar.above(term, 0.8)).toEqual(others.filter((each) => each.similarity >= 0.8))
          expect(similar.similarity(term, others[0].term)).toBe(others[0].similarity)
        },
      ),
    )
  })
})

describe('a model in a file', () => {
  const model = finish(trainOntology(randomHierarchy(seededRandom(9), 90), { sample: 70, kernel: 'diffusion', beta: 0.5 }))

  test('reads back as it was', () => {
    const other = finish(trainOntology(randomHierarchy(seededRandom(9), 30), { sample: 12, kernel: 'rbf', loss: 'gamma', lambda: 0.01 }))
    const several = finish(trainOntology(randomHierarchy(seededRandom(9), 30), { lines: 3 }))
    for (const each of [model, other, several]) expect(parsedModel(modelToJson(each), 'm.json')).toEqual(each)
    const circle = JSON.stringify({ ...JSON.parse(withoutChecksum(modelToJson(several))), kept: Array.from({ length: 90 }, () => 1) })
    expect(() => parsedModel(circle, 'm.json')).toThrow('kept')
  })

  test('that was changed is refused with the place', () => {
    const changed = (part: object) => JSON.stringify({ ...JSON.parse(withoutChecksum(modelToJson(model))), ...part })
    expect(() => parsedModel(changed({ lambda: 0 }), 'm.json')).toThrow('lambda')
    expect(() => parsedModel(changed({ names: ['x'] }), 'm.json')).toThrow('there are 1 names of 90 terms')
    expect(() => parsedModel(changed({ version: 2 }), 'm.json')).toThrow('2')
    const edges = { children: [90], parents: [0], weights: [1] }
    expect(() => parsedModel(changed({ edges }), 'm.json')).toThrow('edges.children')
  })
})

describe('fine parts', () => {
  const tree = randomHierarchy(seededRandom(8), 60)

  test('scores rise with the rates of single terms, to an exact minimum, on every line', () => {
    const model = finish(trainOntology(tree, { lines: 3, similarity: 'ranks' }))
    expect(model).toMatchObject({ cut: 'terms', ratesFrom: 'order', form: 'ranks', lines: 3 })
    expect(model.fit.gap).toBeLessThan(1e-9)
    const byRate = [...model.parts].sort((a, b) => a.rate - b.rate).map(({ members }) => model.scores[members[0]])
    expect(byRate).toEqual([...byRate].sort((a, b) => a - b))
    for (let line = 0; line < 3; line++) {
      const ranks = Array.from({ length: tree.size }, (_, term) => model.ranks[term * 3 + line])
      expect(ranks.toSorted((a, b) => a - b)).toEqual(ranks.map((_, rank) => rank))
    }
  })

  test('terms that share nothing but the root of a tree are equally unlike, as with lin', () => {
    const shapes = {
      'fifty chains': (term: number) => Math.max(0, term - 50),
      'stars of 40': (term: number) => Math.floor((term - 1) / 40),
    }
    for (const [shape, parentOf] of Object.entries(shapes)) {
      const rows = Array.from({ length: 399 }, (_, at) => `t${at + 1},t${parentOf(at + 1)}\n`)
      const made = hierarchy(rows.join(''))
      const { similarity } = similarTerms(finish(trainOntology(made, { lines: 4 })))
      const lin = termSimilarity(made, { measure: 'lin', information: informationOf(made, 'seco') })
      const random = seededRandom(3)
      const pairs = Array.from({ length: 1000 }, () => [random.integer(made.size), random.integer(made.size)]).filter(([a, b]) => a !== b)
      const values = pairs.map(([a, b]) => ({ ours: similarity(a, b), lins: lin.of(a, b) }))
      const none = values.filter(({ lins }) => lins === 0)
      expect(none.length, shape).toBeGreaterThan(500)
      expect(new Set(none.map(({ ours }) => ours)), shape).toEqual(new Set([0]))
      expect(
        values.filter(({ ours, lins }) => (ours === 0) !== (lins === 0)),
        shape,
      ).toEqual([])
    }
  })

  test('within the margin, one product with the kernel finds what the search finds', () => {
    const graph = graphOfHierarchy(tree)
    const vertices = Int32Array.from({ length: tree.size }, (_, term) => term)
    const space = vertexKernel(graph, { kind: 'graph-laplacian', epsilon: 1 }).space(vertices)
    const rates = Float64Array.from(vertices, (term) => (term * 7) % 23)
    const searched = finish(kPartiteHinge(space, rates, { lambda: 0.5, tolerance: 1e-10, iterations: 100 }))
    const found = withinMargin(space, rates, 0.5)
    expect(found?.objective).toBeCloseTo(searched.objective, 12)
    expect(found?.error).toBeCloseTo(searched.error, 12)
    expect(found?.gap).toBeLessThan(1e-9)
    expect(Array.from(found?.coefficients ?? [])).toEqual(Array.from(searched.coefficients, (entry) => expect.closeTo(entry, 9)))
    expect(withinMargin(space, rates, 1e-4)).toBeUndefined()
  })

  test('an audit replaces single terms by others, and the theorem holds', () => {
    const model = finish(trainOntology(tree, { lines: 1, epsilon: 1 }))
    const audit = finish(auditOntology(model, { replacements: 10, seed: 1 }))
    expect(audit.worst).toBeGreaterThan(0)
    expect(audit.holds).toBe(true)
  })

  test('a small sample of a small ontology is refused with a sentence, and an option without effect too', () => {
    expect(() => finish(trainOntology(tree, { parts: 'terms', sample: 3 }))).toThrow('The sample has 3 terms, and there are 60 parts')
    expect(() => finish(trainOntology(tree, { parts: 'terms', level: 2 }))).toThrow('level')
    expect(() => finish(trainOntology(tree, { lines: 2, similarity: 'linear' }))).toThrow('similarity')
    expect(() => finish(trainOntology(tree, { parts: 'terms' }, { root: 59 }))).toThrow('is cut into one part')
    expect(() => finish(trainOntology(tree, { shared: 'split' }))).toThrow('shared')
    expect(() => finish(trainOntology(tree, { parts: 'branches', siblings: 'random' }))).toThrow('siblings')
    expect(() => finish(trainOntology(tree, { textShare: 0.4 }))).toThrow('textShare') // its terms have no names
    const rates = parseRates('rates.csv', new TextEncoder().encode(`${tree.ontology.ids[1]},1\n${tree.ontology.ids[2]},2\n`))
    expect(() => finish(trainOntology(tree, {}, { rates, root: 0 }))).toThrow('root')
  })

  test('answers that cannot be good are warned of', () => {
    expect(answerWarnings(finish(trainOntology(tree, { lines: 4 })))).toEqual([])
    const lopsided = hierarchy(`root\na,root\nb,root\n${Array.from({ length: 40 }, (_, at) => `c${at},a\n`).join('')}`)
    const warnings = answerWarnings(finish(trainOntology(lopsided, { parts: 'branches' })))
    expect(warnings[0]).toContain('one part, a, holds 41 of 42 terms')
    expect(warnings[1]).toContain('equally the most similar')
    expect(warnings[1]).toContain("`parts: 'terms'` tells terms apart")
  })

  test('a term of several branches is counted once', () => {
    const rows = Array.from({ length: 9 }, (_, at) => `c${at},a\nc${at},b\n`)
    const model = finish(trainOntology(hierarchy(`root\na,root\nb,root\nx,a\n${rows.join('')}`), { parts: 'branches', shared: 'split' }))
    expect(answerWarnings(model)[0]).toContain('one part, a, holds 11 of 12 terms')
    expect(kindOf(model).facts(model).sizes).toMatchObject([{}, {}, {}, { count: 12, of: 'used term' }, { count: 21 }])
  })

  test('what would tell tied terms apart is advised, and not what is chosen already', () => {
    const star = hierarchy(`root\n${Array.from({ length: 40 }, (_, at) => `c${at},root\n`).join('')}`)
    const [warning] = answerWarnings(finish(trainOntology(star, { lines: 2 })))
    expect(warning).toContain('names and definitions')
    const chain = hierarchy(`c0\n${Array.from({ length: 60 }, (_, at) => `c${at + 1},c${at}\n`).join('')}`)
    const told = answerWarnings(finish(trainOntology(chain, { lines: 1 })))
    expect(told).toEqual([expect.stringContaining('Several lines tell more terms apart (`lines: 32`)')])
    expect(answerWarnings(finish(trainOntology(chain)))).toEqual([])
  })

  test('a vertex above several roots connects them', () => {
    const two = hierarchy('a1,a\nb1,b\n')
    const { scores } = finish(trainOntology(two, { parts: 'branches', lambda: 1 }))
    const alone = finish(trainOntology(hierarchy('a1,a\na,top\nb1,b\nb,top\n'), { parts: 'branches', lambda: 1 }))
    expect(Array.from(scores)).toEqual(two.ontology.ids.map((id) => expect.closeTo(alone.scores[alone.ids.indexOf(id)], 9)))
  })
})
