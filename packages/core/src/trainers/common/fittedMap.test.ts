import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { methodNames, methodOf } from '../methods.ts'

const lists = rankingLists({
  features: Array.from({ length: 60 }, (_, row) => Array.from({ length: 50 }, (_, j) => Math.sin(row * j + j))),
  labels: Array.from({ length: 60 }, (_, row) => row % 3),
  lists: Array.from({ length: 60 }, (_, row) => row >> 3),
})

test.each(methodNames)('%s hears a stop in the middle of its look at the features', (method) => {
  const stop = { stopped: false }
  const { options, train } = methodOf(method)
  const [given, stage] = 'scale' in options ? [{ scale: 'quantile' }, 'feature map'] : [{}, 'sorting']
  const steps = train(lists, given, { ...plainRuntime, stop })
  for (let count = 0; count < 10; count++) expect(steps.next()).toMatchObject({ done: false, value: { stage } })
  stop.stopped = true
  expect(() => steps.next()).toThrow('stopped')
})
