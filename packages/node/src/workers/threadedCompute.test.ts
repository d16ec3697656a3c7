// Workers run compiled files, so these tests use the built package.
import { spawnSync } from 'node:child_process'
import { computeContract } from '@rankwright/contracts'
import { modelToJson, rankingLists, score, seededRandom, train } from '@rankwright/core'
import { plainCompute } from '@rankwright/core/numeric'
import { threadedCompute } from '@rankwright/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const three = threadedCompute(3)
beforeAll(() => new Promise((resolve) => setTimeout(resolve, 300))) // for the workers to join; without them all holds as well
afterAll(() => three.close())

computeContract('three-threaded', three)

describe('threaded compute', () => {
  test('give the plain bits through many small calls in a row, while threads come and go', () => {
    const random = seededRandom(5)
    const compute = threadedCompute(5)
    const length = 20_000
    const wanted = Float64Array.from({ length }, () => random.uniform() * 20 - 10)
    const found = compute.float64(length)
    found.set(wanted)
    plainCompute.sigmoid(wanted)
    for (let round = 0; round < 300; round++) {
      const mark = compute.mark()
      const values = compute.float64(length)
      values.set(found)
      compute.sigmoid(values)
      expect(Buffer.compare(Buffer.from(values.buffer, values.byteOffset, values.byteLength), Buffer.from(wanted.buffer))).toBe(0)
      compute.release(mark)
      if (round === 200) compute.close()
    }
  })

  test('trains the same network as plain compute, to the bit', () => {
    const random = seededRandom(6)
    const features = Array.from({ length: 90 }, () => Array.from({ length: 37 }, () => random.uniform()))
    const lists = rankingLists({ features, labels: features.map(([x]) => (x > 0.5 ? 1 : 0)), lists: features.map((_, row) => row % 3) })
    const options = { method: 'abstaining', hypothesis: 'network', norm: 'inf', hidden: 13, batch: 50, iterations: 8 } as const
    const threaded = train(lists, options, { compute: three, threads: 3 })
    expect(threaded).toEqual(train(lists, options))
  })

  test.each(['1', '2', 'inf'] as const)(
    'trains the same network on patches of images in norm %s with any number of threads, to the byte',
    (norm) => {
      const random = seededRandom(7)
      const features = Array.from({ length: 40 }, () => Array.from({ length: 192 }, () => random.uniform()))
      const images = rankingLists({ features, labels: features.map((_, row) => row % 4), lists: features.map((_, row) => row % 2) })
      const shape = { patches: 9, imageShape: '3x8x8', hidden: 7, batch: 20, iterations: 5 } as const
      const options = { method: 'abstaining', hypothesis: 'network', norm, ...shape } as const
      const plain = train(images, options)
      const two = threadedCompute(2)
      for (const runtime of [
        { compute: two, threads: 2 },
        { compute: three, threads: 3 },
      ]) {
        const threaded = train(images, options, runtime)
        expect(modelToJson(threaded)).toBe(modelToJson(plain))
        expect(score(threaded, images, runtime)).toEqual(score(plain, images))
      }
      two.close()
    },
  )

  test('grow their memory without harm to arrays handed out before', () => {
    const first = three.float64(100).fill(3)
    const mark = three.mark()
    const huge = three.float64(40_000_000)
    huge[39_999_999] = 1
    three.exp(first)
    three.exp(huge.subarray(39_999_000))
    expect(first.every((value) => value === first[0])).toBe(true)
    expect(Math.abs(first[0] - Math.exp(3))).toBeLessThan(1e-14)
    expect(Math.abs(huge[39_999_999] - Math.E)).toBeLessThan(1e-15)
    three.release(mark)
  })

  test('let the process end without being closed, and name a wrong number of threads', () => {
    const script = `import { threadedCompute } from '@rankwright/node'
      const compute = threadedCompute(4)
      const values = compute.float64(100000).fill(1)
      for (let i = 0; i < 50; i++) { compute.sigmoid(values); if (i === 25) await new Promise((resolve) => setTimeout(resolve, 200)) }
      console.log('done')`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: import.meta.dirname, timeout: 30_000 })
    expect(`${run.stdout}${run.stderr}`).toBe('done\n')
    expect(run.status).toBe(0)
    expect(() => threadedCompute(0)).toThrow('threads is 0; give a whole number of at least 1 and at most 256')
    expect(() => threadedCompute(1.5)).toThrow('threads is 1.5')
  })

  test('go on alone, with a note, when workers cannot start', () => {
    const script = `import { createRequire, syncBuiltinESMExports } from 'node:module'
      const threads = createRequire(import.meta.url)('node:worker_threads')
      threads.Worker = class { constructor() { throw new Error('no threads here') } }
      syncBuiltinESMExports()
      const { threadedCompute } = await import('@rankwright/node')
      const compute = threadedCompute(2, { note: (text) => console.log(text) })
      const values = compute.float64(100000)
      for (let round = 0; round < 300; round++) compute.sigmoid(values.fill(0)) // work enough for another thread
      console.log(values.every((value) => value === 0.5))`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: import.meta.dirname, timeout: 30_000 })
    expect(`${run.stdout}${run.stderr}`).toBe(
      'A compute thread could not run (no threads here); 1 of 2 threads go on, with the same results.\ntrue\n',
    )
  })

  test('starts no worker for little work', () => {
    const script = `import { createRequire, syncBuiltinESMExports } from 'node:module'
      const threads = createRequire(import.meta.url)('node:worker_threads')
      threads.Worker = class { constructor() { console.log('started'); process.exit(1) } }
      syncBuiltinESMExports()
      const { threadedCompute } = await import('@rankwright/node')
      threadedCompute(2).sigmoid(new Float64Array(100000))`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: import.meta.dirname, timeout: 30_000 })
    expect(`${run.stdout}${run.stderr}`).toBe('')
    expect(run.status).toBe(0)
  })

  test('on one thread is the ordinary one', () => {
    expect(threadedCompute(1).build).toBe('simd')
    expect(three.build).toBe('simd-threads')
  })
})
