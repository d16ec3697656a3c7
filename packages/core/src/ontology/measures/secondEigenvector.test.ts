import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { symmetricEigen } from '../../numeric/dense/symmetricEigen.ts'
import { termSimilarity } from '../similarity.ts'
import { hierarchyOf } from '../structure/hierarchy.ts'
import { fiedlerScores } from './secondEigenvector.ts'

test('on a path the entries are cosines, and similarity falls along it', () => {
  const size = 9
  const path = hierarchyOf(
    edgeOntology(Array.from({ length: size }, (_, term) => (term === 0 ? 't0' : `t${term},t${term - 1}`)).join('\n')),
  )
  const scores = fiedlerScores(path)
  const exact = Array.from({ length: size }, (_, term) => Math.cos((Math.PI * (term + 0.5)) / size) * Math.sqrt(2 / size))
  for (const [term, score] of scores.entries()) expect(Math.abs(score)).toBeCloseTo(Math.abs(exact[term]), 7)
  const similarity = termSimilarity(path, { measure: 'second-eigenvector' })
  expect(similarity.of(0, size - 1)).toBeCloseTo(0, 7)
  expect(similarity.of(0, 0)).toBe(1)
  expect(similarity.of(0, 1)).toBeGreaterThan(similarity.of(0, 2))
})

test('it is the vector of the second least eigenvalue, weights counted, several roots joined', () => {
  const rows = ['r', 's', 'a,r,2', 'b,r,0.5', 'c,a', 'd,a', 'd,b,3', 'e,s', 'f,e', 'g,f,0.2', 'h,c']
  const hierarchy = hierarchyOf(edgeOntology(`${rows.join('\n')}\n`))
  const { size, roots, parentOffsets, parents, parentWeights } = hierarchy
  const n = size + 1
  const laplacian = new Float64Array(n * n)
  const join = (a: number, b: number, weight: number) => {
    laplacian[a * n + b] -= weight
    laplacian[b * n + a] -= weight
    laplacian[a * n + a] += weight
    laplacian[b * n + b] += weight
  }
  for (let term = 0; term < size; term++)
    for (let at = parentOffsets[term]; at < parentOffsets[term + 1]; at++)
      join(term, parents[at], Number.isNaN(parentWeights[at]) ? 1 : parentWeights[at])
  for (const root of roots) join(root, size, 1)
  const vector = symmetricEigen(n, laplacian).vectors.subarray(n, 2 * n)
  const scores = fiedlerScores(hierarchy)
  const sign = Math.sign(vector[0] * scores[0])
  for (let term = 0; term < size; term++) expect(scores[term]).toBeCloseTo(sign * vector[term], 7)
})
