/** Work that goes on beside other work on one runtime gives what it gives alone. */
import { wasmCompute } from '@rankwright/compute'
import { madeLists } from '@rankwright/contracts'
import {
  finish,
  methodNames,
  modelToJson,
  plainRuntime,
  type RankingLists,
  type Runtime,
  score,
  type TrainerResult,
  type TrainOptions,
  training,
} from '@rankwright/core'
import { neighbourIndex } from '@rankwright/core/abstention'
import { threadedCompute } from '@rankwright/node'
import { describe, expect, test } from 'vitest'

const variants = [
  ...methodNames.map((method) => ({ method, ...(method === 'elmrank' && { nodes: 8 }) })),
  { method: 'rankrls', kernel: 'rbf' },
  { method: 'abstaining', hypothesis: 'network', iterations: 30 },
] as readonly TrainOptions[]

/** Lists of another size, so that the two of a pair ask for memory in another order. */
const first = { lists: madeLists(1, { lists: 6, longest: 6, width: 4 }), valid: madeLists(2, { lists: 4, longest: 6, width: 4 }) }
const second = { lists: madeLists(3, { lists: 8, longest: 5, width: 6 }), valid: madeLists(4, { lists: 4, longest: 6, width: 6 }) }

type Data = typeof first
const stepsOf = (data: Data, options: TrainOptions, runtime: Runtime) => training(data.lists, { ...options, valid: data.valid }, runtime)

const textOf = ({ model }: TrainerResult) => JSON.stringify(modelToJson(model))

describe('two trainings in turn on one runtime', () => {
  const runtime: Runtime = { compute: wasmCompute(), threads: 1 }
  const alone = (data: Data) => variants.map((options) => textOf(finish(stepsOf(data, options, runtime))))
  const [wanted, wantedBeside] = [alone(first), alone(second)]

  test.each(variants.map((options, number) => [JSON.stringify(options), options, number] as const))(
    '%s beside itself and every later method',
    (_, options, number) => {
      for (const [other, beside] of variants.entries()) {
        if (other < number) continue
        const [one, two] = inTurn(stepsOf(first, options, runtime), stepsOf(second, beside, runtime))
        expect(textOf(one) === wanted[number], `beside ${JSON.stringify(beside)}`).toBe(true)
        expect(textOf(two) === wantedBeside[other], `${JSON.stringify(beside)} itself`).toBe(true)
      }
    },
  )

  test('all memory is given back, by trainings that end and by trainings that are ended', () => {
    for (const options of variants) {
      const before = firstFree(runtime)
      const { model } = finish(stepsOf(first, options, runtime))
      const free = firstFree(runtime)
      // Trees that scored lists stay laid out as long as somebody holds the model.
      if (model.kind !== 'trees') expect(free, JSON.stringify(options)).toBe(before)
      const ended = stepsOf(first, options, runtime)
      for (let step = 0; step < 3; step++) ended.next()
      ended.return(undefined as never)
      expect(firstFree(runtime), JSON.stringify(options)).toBe(free)
    }
  })

  test('with several threads too', () => {
    const compute = threadedCompute(2)
    const shared: Runtime = { compute, threads: 2 }
    const [one, two] = inTurn(stepsOf(first, variants[1], shared), stepsOf(second, variants[2], shared))
    compute.close()
    const plain = [finish(stepsOf(first, variants[1], shared)), finish(stepsOf(second, variants[2], shared))]
    expect([textOf(one), textOf(two)]).toEqual(plain.map(textOf))
  })
})

test('what is scored between two steps of a training disturbs nothing, and is right', () => {
  const runtime: Runtime = { compute: wasmCompute(), threads: 1 }
  const wanted = textOf(finish(stepsOf(first, { method: 'listnet' }, runtime)))
  const { model } = finish(stepsOf(second, { method: 'rankrls', kernel: 'rbf' }, runtime))
  const scores = score(model, second.lists, plainRuntime)
  const steps = stepsOf(first, { method: 'listnet' }, runtime)
  let step = steps.next()
  while (!step.done) {
    expect(score(model, second.lists, runtime)).toEqual(scores)
    step = steps.next()
  }
  expect(textOf(step.value)).toBe(wanted)
})

test('an index of neighbours outlives the one that was opened before it', () => {
  const compute = wasmCompute()
  const [points, others] = [first.lists, second.lists].map(filled)
  const wanted = neighbourIndex(others, 6, '2').neighbours(2)
  const before = neighbourIndex(points, 4, '2', compute)
  const index = neighbourIndex(others, 6, '2', compute)
  before.close()
  compute.float64(10_000).fill(7)
  expect(index.neighbours(2)).toEqual(wanted)
})

function firstFree({ compute }: Runtime): number {
  const own = compute.own()
  const address = own.float64(1).byteOffset
  own.release(0)
  return address
}

function filled({ features }: RankingLists): Float32Array {
  return features.values.map((value) => (Number.isNaN(value) ? 0 : value))
}

/** A step of the one, a step of the other, until both are done. */
function inTurn<One, Two>(one: Generator<unknown, One>, two: Generator<unknown, Two>): [One, Two] {
  let [left, right] = [one.next(), two.next()]
  while (!left.done || !right.done) {
    if (!left.done) left = one.next()
    if (!right.done) right = two.next()
  }
  return [left.value, right.value]
}
