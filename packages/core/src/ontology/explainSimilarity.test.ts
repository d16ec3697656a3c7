import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { explainSimilarity } from './explainSimilarity.ts'
import { measureNames, measureProfiles } from './measures/measure.ts'
import { termSimilarity } from './similarity.ts'
import { hierarchyOf } from './structure/hierarchy.ts'

/** Terms a (root), b, c below it, d below both, e below c; and f by itself. */
const hierarchy = hierarchyOf(edgeOntology('a\nb,a\nc,a\nd,b\nd,c\ne,c\nf\n'))
const [c, d, e, f] = [2, 3, 4, 5]

test('what two terms share, the numbers, and the result', () => {
  const content = (descendants: number) => Number(Math.log(6 / descendants).toPrecision(4))
  const says = explainSimilarity(hierarchy, { measure: 'lin' })
  const contents = `the content shared is ${content(3)}, their own are ${content(1)} and ${content(1)}`
  expect(says(d, e)).toBe(`d and e are both below c; ${contents}: 2 · shared / (sum of both) = 0.3869.`)
  expect(says(d, c)).toContain('d is below c; ')
  expect(says(c, d)).toContain('d is below c; ')
  expect(says(d, f)).toContain('d and f share no ancestor; ')
  expect(explainSimilarity(hierarchy, { measure: 'path' })(d, e)).toBe(
    'd and e are both below c; the shortest path has 2 edges: 1 / (1 + edges) = 0.3333.',
  )
})

test.each(measureNames.flatMap((measure) => measureProfiles.map((profile) => [measure, profile] as const)))(
  '%s of %s ends with the value of the measure',
  (measure, profile) => {
    const value = termSimilarity(hierarchy, { measure, profile }).of(d, e)
    expect(explainSimilarity(hierarchy, { measure, profile })(d, e)).toMatch(new RegExp(`= ${Number(value.toPrecision(4))}\\.$`))
  },
)
