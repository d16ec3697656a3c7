import { expect, test } from 'vitest'
import { namedOption, respelled } from './namedOption.ts'

test('an option is named as it stands in code', () => {
  expect(namedOption('featureBall')).toBe('`featureBall`')
  expect(namedOption({ scale: 'min-max' })).toBe("`scale: 'min-max'`")
  expect(namedOption({ limit: 'MB' })).toBe('`limit: MB`')
  expect(namedOption({ scale: 'none', sample: 12, uncertainty: true }, 'train')).toBe("`scale: 'none', sample: 12, uncertainty` of `train`")
})

test('names are found again, with their values and the function that takes them', () => {
  const seen: unknown[] = []
  const text = `Give ${namedOption('featureBall')}, or ${namedOption({ scale: 'none', sample: 12, joint: true }, 'ontology train')}; not \`1:2\`.`
  const spelled = respelled(text, (named) => {
    seen.push(named)
    return named.of ?? undefined
  })
  expect(seen).toEqual([
    { options: [['featureBall', true]] },
    {
      options: [
        ['scale', 'none'],
        ['sample', '12'],
        ['joint', true],
      ],
      of: 'ontology train',
    },
  ])
  expect(spelled).toBe('Give `featureBall`, or ontology train; not `1:2`.')
})

test.each(["it's", 'a, b: c', 'a`b`', 'back\\slash', "'"])('a value such as %s is found again as it is', (value) => {
  const values: unknown[] = []
  respelled(`Leave it out with ${namedOption({ ignore: value })}, or so.`, ({ options }) => {
    values.push(options[0][1])
    return undefined
  })
  expect(values).toEqual([value])
})
