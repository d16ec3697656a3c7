import { edgeOntology } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { populationLoss } from '../evaluation/ontology/populationLoss.ts'
import { seededRandom } from '../numeric/random.ts'
import { hierarchyOf } from '../ontology/structure/hierarchy.ts'
import { finish } from '../runtime/training.ts'
import { bound } from '../theory/bound.ts'
import { trainOntology } from '../trainers/ontology/trainOntology.ts'
import { certify } from './certify.ts'

const random = seededRandom(5)
const rows = [
  'root',
  'a,root',
  'b,root',
  'c,root',
  ...Array.from({ length: 60 }, (_, term) => `t${term},${term < 3 ? 'abc'[term] : `t${random.integer(term)}`}`),
]
const tree = hierarchyOf(edgeOntology(`${rows.join('\n')}\n`))
const model = finish(trainOntology(tree, { lambda: 0.5, sample: 40 }))

test('the loss over all terms is what its definition says, weighted by how many were drawn of each branch', () => {
  for (const gamma of [0.3, 1, 2]) {
    const found = populationLoss({ ...model, gamma })
    const count = (part: number) => model.sample.parts.filter((each) => each === part).length / 40
    let [hinge, ramp, pairs] = [0, 0, 0]
    for (const [a, low] of model.parts.entries()) {
      for (const [b, high] of model.parts.entries()) {
        if (low.rate >= high.rate) continue
        const weight = count(a) * count(b)
        pairs += weight
        for (const v of low.members) {
          for (const w of high.members) {
            const lead = model.scores[w] - model.scores[v]
            hinge += (weight * Math.max(0, 1 - lead)) / (low.members.length * high.members.length)
            ramp += (weight * Math.min(1, Math.max(0, 1 - lead / gamma))) / (low.members.length * high.members.length)
          }
        }
      }
    }
    expect(found.hinge).toBeCloseTo(hinge, 10)
    expect(found.gamma).toBeCloseTo(ramp, 10)
    expect(found.pairs).toBeCloseTo(pairs, 12)
  }
})

describe('the certificates', () => {
  const { certificates, population, notApplicable } = certify(model, { delta: 0.1 })
  const of = (name: string) => certificates.find(({ theorem }) => theorem === name)

  test('are those of the theorems, with the constants that they say', () => {
    expect(certificates.map(({ theorem }) => theorem)).toEqual(['o-t14', 'o-c17', 'o-t10', 'o-t12', 'o-c15', 'o-t5'])
    expect(notApplicable).toEqual([])
    for (const { theorem, constants, bound: value, delta } of certificates) {
      const inputs = Object.fromEntries(Object.entries(constants).map(([name, constant]) => [name, constant.value]))
      expect(bound(theorem, inputs).value).toBe(value)
      expect(delta).toBe(theorem === 'o-t14' || theorem === 'o-c17' ? 0 : 0.1)
    }
    expect(of('o-t12')?.bound).toBeCloseTo(of('o-c15')?.bound ?? 0, 12)
    expect(of('o-c17')?.bound).toBeCloseTo(2 * (of('o-t14')?.bound ?? 0), 12)
  })

  test('are measured against all-equal scores, and how far scores move against the range of the scores', () => {
    const range = Math.max(...model.scores) - Math.min(...model.scores)
    expect(of('o-t14')).toMatchObject({ trivial: range, trivialIs: 'the scores of all terms span' })
    expect(of('o-c17')?.trivial).toBe(Math.min(1, range))
    for (const name of ['o-t10', 'o-t12', 'o-c15', 'o-t5']) expect(of(name)?.trivial).toBe(population.pairs)
    for (const { bound: value, trivial, verdict } of certificates) expect(verdict).toBe(value < trivial ? 'informative' : 'vacuous')
  })

  test('as printed, Theorem 5 is not stated where it says more than can be proved', () => {
    const printed = (lambda: number) => certify(finish(trainOntology(tree, { lambda, sample: 40 })), { printed: true })
    expect(printed(0.01).certificates.map(({ theorem }) => theorem)).toContain('o-t5')
    const strong = printed(100)
    expect(strong.certificates.map(({ theorem }) => theorem)).not.toContain('o-t5')
    expect(strong.notApplicable.map(({ theorem, reason }) => [theorem, reason])).toEqual([
      ['o-t5', expect.stringContaining('less than can be proved')],
    ])
  })

  test('hold: the error on all terms lies below them', () => {
    expect(population.hinge).toBeLessThanOrEqual(of('o-t10')?.bound ?? 0)
    expect(population.gamma).toBeLessThanOrEqual(of('o-c15')?.bound ?? 0)
    expect(certificates.every(({ assumptions }) => assumptions.every(({ holds }) => holds !== false))).toBe(true)
  })

  test('say what fails when no sample was drawn, and that none is for the gamma loss', () => {
    const whole = certify(finish(trainOntology(tree, { lambda: 0.5 })))
    const bounded = whole.certificates.find(({ theorem }) => theorem === 'o-c15')
    expect(bounded?.statement).toMatch(/^If its assumptions held: /)
    expect(bounded?.assumptions[0]).toMatchObject({ holds: false })
    expect(whole.certificates[0].statement).toMatch(/^Replacing one term/)
    const gamma = certify(finish(trainOntology(tree, { lambda: 0.5, sample: 20, loss: 'gamma' })))
    expect(gamma.certificates).toEqual([])
    expect(gamma.notApplicable).toHaveLength(6)
    expect(gamma.notApplicable[0].reason).toContain('not convex')
  })
})

describe('Theorem 12', () => {
  test.each([0.25, 1, 4])('takes its γ = %f: the loss of the sample and the bound follow', (gamma) => {
    const found = certify(model, { delta: 0.1, gamma }).certificates.find(({ theorem }) => theorem === 'o-t12')
    const drawn = Array.from(model.sample.vertices, (term, place) => ({
      score: model.scores[term],
      rate: model.parts[model.sample.parts[place]].rate,
    }))
    let sum = 0
    for (const low of drawn) {
      for (const high of drawn) if (low.rate < high.rate) sum += Math.min(1, Math.max(0, 1 - (high.score - low.score) / gamma))
    }
    expect(found?.constants['gamma'].value).toBe(gamma)
    expect(found?.constants['empirical'].value).toBeCloseTo(sum / drawn.length ** 2, 12)
    expect(found?.bound).toBeGreaterThanOrEqual(populationLoss({ ...model, gamma }).gamma)
  })

  test('holds for every sample but a few, γ by γ', () => {
    let missed = 0
    for (let seed = 1; seed <= 60; seed++) {
      const drawn = finish(trainOntology(tree, { lambda: 20, sample: 60, seed }))
      const found = certify(drawn, { delta: 0.2, gamma: 0.5 }).certificates.find(({ theorem }) => theorem === 'o-t12')
      if (populationLoss({ ...drawn, gamma: 0.5 }).gamma > (found?.bound ?? 0)) missed++
    }
    expect(missed / 60).toBeLessThanOrEqual(0.2)
  })
})

describe('Theorem 5', () => {
  const against = finish(trainOntology(tree, { lambda: 0.05, sample: 40, seed: 9 }))
  const compared = (given: Parameters<typeof certify>[1]) => certify(model, given).certificates.find(({ theorem }) => theorem === 'o-t5')

  test('compares with a model of the same space by its norm and its hinge over all terms', () => {
    const found = compared({ against })
    const { sample, coefficients, scores, lambda, fit } = against
    expect(found?.constants['infimum'].value).toBeCloseTo(populationLoss({ ...model, scores }).hinge, 12)
    const norm = found?.constants['normSquared'].value ?? 0
    expect(norm).toBeCloseTo(
      coefficients.reduce((sum, c, place) => sum + c * scores[sample.vertices[place]], 0),
      10,
    )
    expect(fit.error + lambda * norm).toBeCloseTo(fit.objective, 6)
    expect(found?.assumptions.at(-1)?.holds).toBe('unknown')
    expect(found?.bound).toBeGreaterThanOrEqual(certify(model).population.hinge)
  })

  test('compares with scores that are all 0 otherwise, and says when f* was trained on the same sample', () => {
    expect(compared({})?.constants['normSquared'].value).toBe(0)
    expect(compared({})?.assumptions.at(-1)?.holds).toBe(true)
    expect(compared({ against: model })?.assumptions.at(-1)?.holds).toBe(false)
  })

  test('refuses a model of another space', () => {
    const other = finish(trainOntology(tree, { lambda: 0.5, sample: 40, kernel: 'diffusion' }))
    expect(() => compared({ against: other })).toThrow('has another kernel')
    const small = finish(trainOntology(hierarchyOf(edgeOntology(`${rows.slice(0, 40).join('\n')}\n`)), { lambda: 0.5, sample: 20 }))
    expect(() => compared({ against: small })).toThrow('has other terms')
  })
})
