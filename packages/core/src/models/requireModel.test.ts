import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { evaluate } from '../evaluation/evaluate.ts'
import { rank } from '../library/rank.ts'
import { train } from '../library/train.ts'
import { hierarchyOf } from '../ontology/structure/hierarchy.ts'
import { finish } from '../runtime/training.ts'
import { RankingStream } from '../streaming/rankingStream.ts'
import { trainOntology } from '../trainers/ontology/trainOntology.ts'
import { requireLine, requireListModel, requireMapped, requireStream, requireTermModel } from './requireModel.ts'
import { score } from './score.ts'
import { similarTerms } from './similarTerms.ts'
import { streamModel } from './stream/streamModel.ts'

const lists = rankingLists({ features: [[0], [1]], labels: [0, 1], lists: [1, 1] })
const linear = train(lists, { method: 'least-squares', lambda: 1 })
const stream = streamModel(new RankingStream(), 1)
const ontology = finish(trainOntology(hierarchyOf(edgeOntology('a,r\nb,r\nc,a\nd,b\n')), { lambda: 1 }))

test('a model that fits is handed back', () => {
  expect(requireListModel(linear)).toBe(linear)
  expect(requireListModel(stream)).toBe(stream)
  expect(requireMapped(linear)).toBe(linear)
  expect(requireStream(stream)).toBe(stream)
  expect(requireTermModel(ontology)).toBe(ontology)
  expect(requireLine(ontology)).toBe(ontology)
})

test('any other is refused with what it is, the file it came from and what to use instead', () => {
  expect(() => requireListModel(ontology, 'o.json')).toThrow(/^o\.json: this is an ontology model\..*"rankwright ontology similar"/)
  expect(() => requireMapped(ontology)).toThrow(/^The model is an ontology model\. .*scores no rows/)
  expect(() => requireMapped(stream, 's.json')).toThrow(/^s\.json: this is a stream learner\. It has no feature map/)
  expect(() => requireStream(linear, 'm.json')).toThrow(/^m\.json: this is a linear model\. .*`state` of `stream`/)
  expect(() => requireTermModel(stream)).toThrow(/^The model is a stream learner\. .*"rankwright rank"/)
  expect(() => requireLine(linear)).toThrow(/^The model is a linear model\. .*"rankwright ontology train"/)
})

test('what takes lists takes any model and refuses one of terms, and the other way round', () => {
  for (const use of [score, rank, evaluate]) expect(() => use(ontology, lists)).toThrow('The model is an ontology model')
  expect(() => similarTerms(linear)).toThrow('The model is a linear model')
  expect(() => rank(stream, lists, { abstainRadius: 1 })).toThrow('no feature map')
})
