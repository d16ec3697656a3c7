import { modelToJson, RankwrightError, rankingLists, score } from '@rankwright/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importModel } from './importModel.ts'

const leaf = (value: number) => ({ nodeid: value, leaf: value })
const xgboostDump = [
  {
    nodeid: 0,
    split: 'f1',
    split_condition: 0.5,
    yes: 1,
    no: 2,
    missing: 2,
    children: [leaf(1), { nodeid: 2, split: 'f2', split_condition: [1, 33], yes: 4, no: 3, missing: 3, children: [leaf(3), leaf(4)] }],
  },
]
const tree = {
  categories: [],
  categories_nodes: [],
  categories_segments: [],
  categories_sizes: [],
  default_left: [0, 0, 0],
  left_children: [1, -1, -1],
  right_children: [2, -1, -1],
  split_conditions: [0.5, 1, 2],
  split_indices: [1, 0, 0],
  split_type: [0, 0, 0],
  tree_param: { num_deleted: '0', num_feature: '3', num_nodes: '3', size_leaf_vector: '1' },
}
const xgboost = {
  learner: {
    feature_names: [],
    gradient_booster: { name: 'gbtree', model: { trees: [tree] } },
    learner_model_param: { base_score: '[2.5E-1]', num_class: '0', num_feature: '3', num_target: '1' },
    objective: { name: 'rank:ndcg' },
  },
}
const catboost = {
  features_info: {
    float_features: [
      { feature_index: 0, flat_feature_index: 0, nan_value_treatment: 'AsTrue' },
      { feature_index: 1, flat_feature_index: 2, nan_value_treatment: 'AsFalse' },
    ],
  },
  oblivious_trees: [
    {
      leaf_values: [1, 2, 4, 8],
      splits: [
        { border: 0.5, float_feature_index: 0, split_type: 'FloatFeature' },
        { border: 2, float_feature_index: 1, split_type: 'FloatFeature' },
      ],
    },
  ],
  scale_and_bias: [1, [0.25]],
}
const lightgbm = {
  name: 'tree',
  num_class: 1,
  num_tree_per_iteration: 1,
  max_feature_idx: 1,
  feature_names: ['Column_0', 'Column_1'],
  tree_info: [
    {
      tree_structure: {
        split_feature: 1,
        threshold: '1||33',
        decision_type: '==',
        default_left: false,
        missing_type: 'NaN',
        left_child: { leaf_value: 1 },
        right_child: { leaf_value: 2 },
      },
    },
  ],
}
const solr = {
  class: 'org.apache.solr.ltr.model.MultipleAdditiveTreesModel',
  name: 'm',
  features: [{ name: 'a' }],
  params: {
    trees: [
      { weight: '2f', root: { feature: 'a', threshold: '0.5', left: { value: '1' }, right: { value: '3' } } },
      { weight: 1, root: { feature: 'unknown', threshold: '0.5', left: { value: '1' }, right: { value: '3' } } },
    ],
  },
}
const ranklib = `## LambdaMART
## No. of trees = 1

<ensemble>
	<tree id="1" weight="0.1">
		<split>
			<feature> 2 </feature>
			<threshold> 0.5 </threshold>
			<split pos="left">
				<output> 1.5 </output>
			</split>
			<split pos="right">
				<output> -2.5 </output>
			</split>
		</split>
	</tree>
</ensemble>
`
const elasticsearch = {
  model: { name: 'm', model: { type: 'model/xgboost+json', definition: JSON.stringify(xgboostDump).replaceAll('f1', 'bm25') } },
}
const samples: Readonly<Record<string, string>> = {
  xgboost: JSON.stringify(xgboost),
  xgboostDump: JSON.stringify(xgboostDump),
  catboost: JSON.stringify(catboost),
  lightgbm: JSON.stringify(lightgbm),
  solr: JSON.stringify(solr),
  ranklib,
  forest: ranklib.replace('LambdaMART', 'Random Forests') + ranklib.slice(ranklib.indexOf('<ensemble>')),
  elasticsearch: JSON.stringify(elasticsearch),
  elasticsearchRanklib: JSON.stringify({ model: { name: 'm', model: { type: 'model/ranklib', definition: ranklib } } }),
}

function scoreOf(content: string | Uint8Array, values: number[]): number {
  const { model } = importModel(content, 'm')
  const named = typeof model.features === 'number' ? {} : { featureNames: model.features }
  return score(model, rankingLists({ features: [values], labels: [0], lists: [1], ...named }))[0]
}

describe('the program is found from the content', () => {
  test.each(Object.keys(samples))('%s', (name) => {
    expect(name.toLowerCase()).toContain(importModel(samples[name], 'm').from.replace('ranklib', ''))
    expect(importModel(new TextEncoder().encode(`\uFEFF${samples[name]}`), 'm').model.kind).toBe('trees')
  })
})

describe('splits go the ways that they go there', () => {
  const below = 0.5 - 2 ** -25
  test('XGBoost: below the condition to the left, in the set of categories to yes', () => {
    expect([below, 0.5, Number.NaN].map((x) => scoreOf(samples['xgboost'], [9, x, 0]))).toEqual([1.25, 2.25, 2.25])
    expect([below, 0.5].map((x) => scoreOf(samples['xgboostDump'], [9, x, 33]))).toEqual([1, 4])
    expect([1, 1.9, 2, 65, Number.NaN].map((x) => scoreOf(samples['xgboostDump'], [9, 1, x]))).toEqual([4, 4, 3, 3, 3])
  })

  test('CatBoost: above the border is a bit of the number of the leaf', () => {
    const at = (first: number, third: number) => scoreOf(samples['catboost'], [first, 9, third])
    expect([at(0.5, 2), at(1, 2), at(0.5, 3), at(1, 3)]).toEqual([1.25, 2.25, 4.25, 8.25])
    expect([at(Number.NaN, 2), at(0, Number.NaN)]).toEqual([2.25, 1.25])
  })

  test('LightGBM: a set of categories', () => {
    expect([1, 33, 32, Number.NaN].map((x) => scoreOf(samples['lightgbm'], [9, x]))).toEqual([1, 1, 2, 2])
  })

  test('Solr adds a millionth to every threshold; a feature that it does not know ends the tree with 0', () => {
    const limit = Math.fround(0.5 + Math.fround(1e-6))
    expect([limit, limit + 2 ** -24, Number.NaN].map((x) => scoreOf(samples['solr'], [x]))).toEqual([2, 6, 2])
  })

  test('RankLib: weights count, forests are averages', () => {
    expect(scoreOf(ranklib, [0, 0.5])).toBe(Math.fround(1.5 * Math.fround(0.1)))
    expect(scoreOf(samples['forest'], [0, 1])).toBeCloseTo(-0.25, 7)
    expect(importModel(samples['forest'], 'm').notes).toHaveLength(1)
  })
})

test('an objective of any name, such as one that every object of JavaScript has, keeps its base', () => {
  const named = JSON.stringify({ learner: { ...xgboost.learner, objective: { name: 'constructor' } } })
  expect(scoreOf(named, [0, 0, 0])).toBe(scoreOf(samples['xgboost'], [0, 0, 0]))
})

test('sums of single precision are rounded after each tree', () => {
  const trees = [0.1, 0.2, 0.3, 1e8].map((value) => ({ ...tree, left_children: [-1, -1, -1], split_conditions: [value, 0, 0] }))
  const many = structuredClone(xgboost)
  Object.assign(many.learner.gradient_booster.model, { trees })
  const expected = [0.25, 0.1, 0.2, 0.3, 1e8].reduce((sum, value) => Math.fround(sum + Math.fround(value)))
  expect(scoreOf(JSON.stringify(many), [0, 0, 0])).toBe(expected)
})

test('the first column may be no feature at all', () => {
  const { model, notes } = importModel(samples['xgboost'], 'm')
  expect(notes.join()).toContain('no tree looks at f0, which is feature 1 here')
  const shifted = importModel(samples['xgboost'], 'm', { firstFeature: 0 })
  expect(shifted.notes).toEqual([])
  expect([model.features, shifted.model.features]).toEqual([3, 2])
  expect(score(shifted.model, rankingLists({ features: [[0.2, 9]], labels: [0], lists: [1] }))[0]).toBe(1.25)
  expect(importModel(samples['xgboost'], 'm', { firstFeature: 1 }).notes).toEqual([])
  expect(() => importModel(samples['catboost'], 'm', { firstFeature: 0 })).toThrow('its trees look at feature 0')
  expect(() => importModel(ranklib, 'm', { firstFeature: 0 })).toThrow('does not call its features by numbers from 0')
})

describe('what has no exact form is refused, and broken files are too', () => {
  const changed = (name: string, from: string, to: string) => () => importModel(samples[name].replace(from, to), 'm')
  test.each([
    ['xgboost', '"num_class":"0"', '"num_class":"3"', 'gives each row 3 scores'],
    ['xgboost', 'gbtree', 'gblinear', 'grows no trees'],
    ['xgboost', '[1,-1,-1]', '[0,-1,-1]', 'two ways lead to node 0'],
    ['xgboost', '[1,-1,-1]', '[9,-1,-1]', 'expected a whole number from -1 to 2'],
    ['xgboost', '[1,-1,-1]', '[1,-1]', 'expected 3 numbers, found 2'],
    ['xgboost', '[2,-1,-1]', '[-1,-1,-1]', 'node 0 has a left side alone'],
    ['xgboost', '"split_indices":[1', '"split_indices":[99999', 'there is no feature 99999'],
    ['xgboost', '[0.5,1,2]', '[null,1,2]', 'number 1 is null'],
    ['xgboost', '"split_type":[0', '"split_type":[1', 'node 0 has no set of categories'],
    ['xgboostDump', '"yes":1', '"yes":7', 'no child has that number'],
    ['xgboostDump', '"yes":1', '"yes":2', 'a split has two of them'],
    ['xgboostDump', '"leaf":1', '"leaf":"x"', 'leaf in node 1 of tree 1'],
    ['catboost', 'FloatFeature', 'OnlineCtr', 'has a split of the type "OnlineCtr"'],
    ['catboost', '[1,2,4,8]', '[1,2,4]', 'expected 4 numbers, found 3'],
    ['catboost', '[1,2,4,8]', '[1,2,4,8,1,2,4,8]', 'gives each row 2 scores'],
    ['catboost', '"float_feature_index":1', '"float_feature_index":5', 'there is no such feature'],
    ['catboost', '"flat_feature_index":2', '"flat_feature_index":2000000000', 'one is number 2000000001'],
    [
      'catboost',
      '"flat_feature_index":2',
      '"flat_feature_index":0',
      'flat_feature_index of float_features[1]: another feature is column 0',
    ],
    ['catboost', '"feature_index":1', '"feature_index":0', 'feature_index of float_features[1]: another feature is number 0'],
    ['catboost', 'oblivious_trees', 'no_trees', 'broken at oblivious_trees: there are no trees'],
    ['catboost', '[1,[0.25]]', '[1e308,[0.25]]', 'broken at tree 1: a leaf times the weight of its tree is beyond all numbers'],
    ['catboost', '"border":0.5', '"border":"x"', 'border of split 1 of tree 1: expected a number, found "x"'],
    ['catboost', '"splits":[', '"splits":[7,', 'split 1 of tree 1: expected an object, found 7'],
    ['lightgbm', '1||33', '1||x', 'expected a whole number from 0'],
    ['lightgbm', '"split_feature":1', '"split_feature":2', 'expected a whole number from 0 to 1'],
    ['solr', '"threshold":"0.5"', '"threshold":"NaN"', 'expected a number, found "NaN"'],
    [
      'solr',
      '{"name":"a"}',
      '{"name":"a","norm":{"class":"org.apache.solr.ltr.norm.MinMaxNormalizer"}}',
      'scales features before its trees',
    ],
    ['solr', '"threshold":"0.5"', '"threshold":"0.5","value":"1"', 'root: a node has both a value and a split'],
    ['solr', '"left"', '"lost"', 'root.left: expected an object, found nothing'],
    ['ranklib', 'pos="right"', 'pos="left"', 'expected the right side of a split, found left'],
    ['ranklib', '<threshold> 0.5', '<threshold> NaN', 'm:9: this RankLib model is broken at its trees: "NaN" is not a number'],
    ['ranklib', '</ensemble>', '', 'the end of the file'],
    ['ranklib', '</ensemble>', '</ensemble><ensemble></ensemble>', 'expected the end of the file'],
    ['ranklib', '<feature> 2', '<feature> 99999999999', 'is not a feature number'],
    ['elasticsearch', '"definition"', '"lost"', 'broken at model.model.definition: it is neither a text nor a document'],
    ['elasticsearch', '\\"yes\\":1', '\\"yes\\":0', 'yes in node 0 of tree 1: no child has that number'],
    ['elasticsearch', 'model/xgboost+json', 'model/other', 'an Elasticsearch LTR model of the type model/other'],
  ])('%s: %s as %s', (name, from, to, message) => {
    expect(changed(name, from, to)).toThrow(message)
  })

  test('files of another kind are told from models', () => {
    const bytes = (start: string) => Uint8Array.from([...start].map((letter) => letter.charCodeAt(0)))
    expect(() => importModel(bytes('CBM1\x01'), 'm.cbm')).toThrow("format='json'")
    expect(() => importModel(bytes('\x80\x04\x95'), 'm.pkl')).toThrow('a Python pickle')
    expect(() => importModel(bytes('\xff\xfe'), 'm')).toThrow('neither UTF-8 text nor UBJSON')
    expect(() => importModel('{"a": 1}', 'm')).toThrow('none of the keys')
    expect(() => importModel('{"a"', 'm')).toThrow('it starts as JSON, and is none')
    expect(() => importModel('[]', 'm', { from: 'catboost' })).toThrow('expected a JSON object')
  })

  test('whatever is changed, a file is refused with a message, or what comes out is a model', () => {
    const words = ['-1', '0', '1', '-9', '4294967296', '1e999', 'null', '"NaN"', '', '[]', '{}', ',', '"a":1', '<split>']
    const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), fc.constantFrom(...words))
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(samples)), fc.array(change, { minLength: 1, maxLength: 3 }), (name, changes) => {
        const text = changes.reduce((made, [share, length, word]) => {
          const at = Math.floor(share * made.length)
          return made.slice(0, at) + word + made.slice(at + length)
        }, samples[name])
        try {
          modelToJson(importModel(text, 'm.txt').model)
        } catch (error) {
          if (!(error instanceof RankwrightError)) throw error
          expect(error.message).toContain('m.txt')
        }
      }),
      { numRuns: 3000, seed: 1 },
    )
  })
})
