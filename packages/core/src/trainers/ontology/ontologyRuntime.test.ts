import { randomOntology } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { auditOntology } from '../../guarantees/auditOntology.ts'
import { seededRandom } from '../../numeric/random.ts'
import { hierarchyOf } from '../../ontology/structure/hierarchy.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import { finish, type Training } from '../../runtime/training.ts'
import { trainOntology } from './trainOntology.ts'

const hierarchy = hierarchyOf(randomOntology(seededRandom(5), 80))
const line = finish(trainOntology(hierarchy, { sample: 60 }))

const works: readonly (readonly [string, (runtime: Runtime) => Training<unknown>])[] = [
  ['a line', (runtime) => trainOntology(hierarchy, { tolerance: 1e-9 }, {}, runtime)],
  ['a line on descriptors', (runtime) => trainOntology(hierarchy, { kernel: 'rbf' }, {}, runtime)],
  ['a line with the gamma loss', (runtime) => trainOntology(hierarchy, { loss: 'gamma', tolerance: 1e-9 }, {}, runtime)],
  ['several lines', (runtime) => trainOntology(hierarchy, { lines: 5 }, {}, runtime)],
  ['an audit', (runtime) => auditOntology(line, { replacements: 3, seed: 1 }, runtime)],
]

describe.each(works)('%s', (_, work) => {
  test('tells its progress and hears a stop between two steps', () => {
    const stop = { stopped: false }
    const steps = work({ ...plainRuntime, stop })
    expect(steps.next().value).toMatchObject({ done: 0 })
    stop.stopped = true
    expect(() => steps.next()).toThrow('stopped')
  })

  test('hears a stop within the search for the best scores', () => {
    let asked = 0
    const stop = {
      get stopped() {
        asked++
        return asked === 4
      },
    }
    expect(() => finish(work({ ...plainRuntime, stop }))).toThrow('stopped')
    expect(asked).toBe(4)
  })

  test('gives back the memory it took, also when it is stopped', () => {
    let [held, most] = [0, 0]
    const compute = {
      ...plainRuntime.compute,
      float64(length: number) {
        held += length
        most = Math.max(most, held)
        return new Float64Array(length)
      },
      mark: () => held,
      release: (mark: number) => {
        held = mark
      },
    }
    for (const stopAt of [3, Number.POSITIVE_INFINITY]) {
      let asked = 0
      const stop = {
        get stopped() {
          return ++asked === stopAt
        },
      }
      const run = () => finish(work({ ...plainRuntime, compute, stop }))
      if (stopAt === 3) expect(run).toThrow('stopped')
      else run()
      expect(held).toBe(0)
    }
    expect(most).toBeGreaterThan(0)
  })
})
