import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { learnSimilarity } from '../library/ontology/learnSimilarity.ts'
import { parsePairs } from '../ontology/reading/pairs.ts'
import { hierarchyOf } from '../ontology/structure/hierarchy.ts'
import { finish } from '../runtime/training.ts'
import { trainOntology } from '../trainers/ontology/trainOntology.ts'
import { ancestorByModel } from './ancestorByModel.ts'

test('models of lines and of examples tell the ancestor that two terms share, with its content', () => {
  const hierarchy = hierarchyOf(edgeOntology('mammal,animal\nbird,animal\ndog,mammal\ncat,mammal\nowl,bird\nhen,bird\nrock\n'))
  const rated = new TextEncoder().encode('dog,cat,4\nrock,cat,1\nhen,owl,3\ncat,hen,1\nowl,dog,1\nrock,hen,0\nmammal,dog,4\nbird,owl,4\n')
  const lines = finish(trainOntology(hierarchy, { lines: 4 }))
  const ranker = finish(learnSimilarity(hierarchy, { kind: 'pairs', pairs: parsePairs('rated.csv', rated) }, { heldOut: 0, lines: 2 }))
  for (const model of [lines, ranker]) {
    const shared = ancestorByModel(model)
    const term = (id: string) => model.ids.indexOf(id)
    expect(shared([[term('dog')]], [[term('cat')]])).toEqual({
      ancestor: 'mammal',
      ancestorName: '',
      ic: expect.closeTo(Math.log(8 / 3), 12),
    })
    expect(shared([[term('dog'), term('owl')]], [[term('hen')]]).ancestor).toBe('bird')
    expect(shared([[term('dog')]], [[term('rock')]])).toEqual({ ancestor: null, ancestorName: null, ic: null })
  }
})
