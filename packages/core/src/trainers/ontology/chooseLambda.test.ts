import { edgeOntology, randomOntology } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { certify } from '../../guarantees/certify.ts'
import { modelToJson, parsedModel } from '../../models/modelJson.ts'
import { seededRandom } from '../../numeric/random.ts'
import { hierarchyOf } from '../../ontology/structure/hierarchy.ts'
import { finish } from '../../runtime/training.ts'
import { trainOntology } from './trainOntology.ts'

const tree = hierarchyOf(randomOntology(seededRandom(8), 120))
const options = { parts: 'branches', lambda: 'auto', sample: 80, epsilon: 0.1 } as const
const model = finish(trainOntology(tree, options))

describe('lambda by cross-validation', () => {
  test('is the greatest of those with the least error on left-out terms', () => {
    const { folds, tried } = model.tuned ?? { folds: 0, tried: [] }
    expect(folds).toBe(5)
    const least = Math.min(...tried.map(({ error }) => error))
    expect(model.lambda).toBe(Math.max(...tried.filter(({ error }) => error === least).map(({ lambda }) => lambda)))
    expect(new Set(tried.map(({ error }) => error)).size).toBeGreaterThan(1)
    for (const { error } of tried) expect(error).toBeLessThanOrEqual(1)
  })

  test('gives the model of that lambda, which keeps how it was chosen, and no certificate counts', () => {
    const { tuned, ...rest } = model
    expect(finish(trainOntology(tree, { ...options, lambda: model.lambda }))).toEqual(rest)
    expect(tuned).toBeDefined()
    expect(parsedModel(modelToJson(model), 'm.json')).toEqual(model)
    for (const { assumptions, statement } of certify(model).certificates) {
      expect(assumptions.find(({ text }) => text.includes('was chosen on it'))?.holds).toBe(false)
      expect(statement).toMatch(/^If its assumptions held/)
    }
  })

  test('works for single terms, and refuses a sample that is too small', () => {
    const fine = finish(trainOntology(tree, { parts: 'terms', lines: 2, lambda: 'auto' }))
    expect(fine.tuned?.tried.some(({ lambda }) => lambda === fine.lambda)).toBe(true)
    const small = hierarchyOf(edgeOntology('root\na,root\nb,root\n'))
    expect(() => finish(trainOntology(small, { parts: 'branches', lambda: 'auto' }))).toThrow(
      '`lambda` auto needs terms of different rates',
    )
  })
})
