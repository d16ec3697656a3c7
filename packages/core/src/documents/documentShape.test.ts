import { expect, test } from 'vitest'
import { countPart, float64Part, objectPart } from './documentPart.ts'
import { documentShape } from './documentShape.ts'

const shape = documentShape(
  objectPart<{ count: number; values: Float64Array }>({ count: countPart, values: float64Part }),
  'what something gives',
)

test('what a document could hold passes', () => {
  expect(() => shape('state', { count: 2, values: Float64Array.of(1, 2) })).not.toThrow()
})

test('a part that does not fit is named', () => {
  expect(() => shape('state', { count: -1, values: Float64Array.of(1) })).toThrow(/state\.count is not in order.*Give what something gives/)
})

test('what cannot be written is refused by the name of the argument', () => {
  for (const wrong of [undefined, null, { count: 10n, values: Float64Array.of(1) }, { count: 1, values: undefined }])
    expect(() => shape('state', wrong)).toThrow('state is not in order')
})
