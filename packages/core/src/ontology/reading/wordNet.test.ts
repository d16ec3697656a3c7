import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { wordNetParser } from './wordNet.ts'

const data = `  1 This text is the licence.
00001740 03 n 01 entity 0 001 ~ 00001930 n 0000 | that which exists
00001930 03 n 02 physical_entity 0 thing 0 001 @ 00001740 n 0000 | an entity
00002000 18 n 01 Caesar 0 002 @i 00001930 n 0000 = 00001930 n 0000 | a general
`
const index = `  1 This text is the licence.
thing n 2 2 @ ~ 2 1 00001930 00002000
caesar n 1 1 @i 1 0 00002000
`

test('synsets are terms, words their names, hypernyms their parents, senses in the order of the index', () => {
  const ontology = read(data, index)
  expect(ontology.ids).toEqual(['00001740-n', '00001930-n', '00002000-n'])
  expect(ontology.names).toEqual(['entity', 'physical entity', 'Caesar'])
  expect(ontology.synonyms.get(1)).toEqual(['thing'])
  expect(ontology.relations.map(({ name, edges }) => [name, edges])).toEqual([
    ['is_a', 1],
    ['instance_of', 1],
  ])
  expect(ontology.senses?.get('thing')).toEqual([1, 2])
})

test('a line that is no synset, and one that is no word, are reported', () => {
  expect(() => read('hello world\n', '')).toThrow('dict/data.noun:1: this is not a WordNet dict file')
  expect(() => read(data, 'thing n two\n')).toThrow('dict/index.noun:1: this is not a WordNet dict file')
})

function read(dataText: string, indexText: string) {
  const parser = wordNetParser({ data: 'dict/data.noun', index: 'dict/index.noun' })
  parser.pushData(encodeUtf8(dataText))
  if (indexText !== '') parser.pushIndex(encodeUtf8(indexText))
  return parser.finish()
}
