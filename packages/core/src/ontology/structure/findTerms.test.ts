import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { oboParser } from '../reading/obo.ts'
import { wordNetParser } from '../reading/wordNet.ts'
import { termFinder, termNames } from './findTerms.ts'

const finder = termFinder(
  obo(`[Term]
id: GO:0005634
name: nucleus
alt_id: GO:0005633
synonym: "cell nucleus" EXACT []
[Term]
id: GO:0005737
name: Cytoplasm
[Term]
id: GO:0099999
name: old thing
is_obsolete: true
replaced_by: GO:0005737
`),
)

test('by id, former id, name and synonym, whatever the capitals', () => {
  for (const text of ['GO:0005634', 'go:0005634', 'GO:0005633', 'Go:0005633', 'nucleus', 'Nucleus', 'CELL NUCLEUS', 'cell_nucleus'])
    expect(finder.find(text), text).toEqual([0])
  expect(finder.find('cytoplasm')).toEqual([1])
})

test('what is not there is reported with the closest name, and where it was asked for', () => {
  expect(() => finder.find('cytoplasma', { file: 'pairs.csv', line: 3 })).toThrow(
    'pairs.csv:3: there is no term "cytoplasma" in the ontology. Did you mean "cytoplasm" (GO:0005737)?',
  )
  expect(() => finder.find('GO:0005635')).toThrow('Did you mean GO:0005634?')
  expect(() => finder.find('something else entirely')).toThrow('Give the id or the name of a term.')
  expect(finder.search('nothing')).toBeUndefined()
})

test('an obsolete term is reported as such, with what replaces it', () => {
  expect(() => finder.find('GO:0099999')).toThrow('the term "GO:0099999" is obsolete. GO:0005737 replaces it.')
  expect(() => finder.find('Old thing')).toThrow('is obsolete')
  expect(() => finder.find('go:0099999')).toThrow('is obsolete')
})

test('a word means its senses, one sense goes by its number, and spelling with capitals is another word', () => {
  const parser = wordNetParser({ data: 'data.noun', index: 'index.noun' })
  parser.pushData(
    encodeUtf8('00000001 03 n 01 brother 0 000 | male\n00000002 03 n 02 monk 0 Brother 0 000 | holy\n00000003 03 n 01 Rome 0 000 | city\n'),
  )
  parser.pushIndex(encodeUtf8('brother n 2 0 2 0 00000001 00000002\nrome n 1 0 1 0 00000003\n'))
  const words = termFinder(parser.finish())
  expect(words.find('brother')).toEqual([0])
  expect(words.find('Brother')).toEqual([1])
  expect(words.find('BROTHER')).toEqual([0, 1])
  expect(words.find('brother.n.02')).toEqual([1])
  expect(words.find('rome')).toEqual([2])
})

function obo(text: string) {
  const parser = oboParser('go.obo')
  parser.push(encodeUtf8(text))
  return parser.finish()
}

test('the one term that is meant: several are listed with what tells them apart', () => {
  const text = `[Term]
id: B:1
name: bank
def: "The side of a river, higher than the water; often with trees on it, or with grass, and sometimes with both." []
[Term]
id: B:2
name: bank
synonym: "depository" EXACT []
def: "A firm that lends money." []
[Term]
id: B:3
name: Bank
[Term]
id: B:4
name: shore
synonym: "bank" RELATED []
`
  const parser = oboParser('bank.obo', { definitions: true })
  parser.push(encodeUtf8(text))
  const ontology = parser.finish()
  const { one } = termFinder(ontology)
  expect([termFinder(ontology).hiddenBy('bank'), termFinder(ontology).hiddenBy('shore')]).toEqual([[3], []])
  expect([one('B:2'), one('Bank'), one('shore'), one('depository')]).toEqual([1, 2, 3, 1])
  expect(() => one('bank')).toThrow(`"bank" has 2 meanings in the ontology. Give the id of one of them:
  B:1  bank: The side of a river, higher than the water; often with trees on it, or with grass, and sometimes with b…
  B:2  bank, depository: A firm that lends money.`)
  expect(() => one('BANK')).toThrow('"BANK" has 3 meanings')
  expect([...(termNames(ontology).definitions?.keys() ?? [])]).toEqual([0, 1])
})

test('ids that differ in capitals alone are told apart, and asked about otherwise', () => {
  const { one } = termFinder(obo('[Term]\nid: a1\n[Term]\nid: A1\n'))
  expect([one('a1'), one('A1')]).toEqual([0, 1])
  const other = termFinder(obo('[Term]\nid: aB\n[Term]\nid: Ab\n'))
  expect(() => other.one('ab')).toThrow('"ab" has 2 meanings')
})
