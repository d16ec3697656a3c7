import { describe, expect, test } from 'vitest'
import { awaitedAnswer, finish, finishLater, type Progress, type Training } from './training.ts'

/** Adds two answers, tells about it, and notes when it is left. */
function* sum(one: number | Promise<number>, other: number | Promise<number>, left: string[] = []): Training<number> {
  try {
    const first = yield* awaitedAnswer(one)
    yield { stage: 'adding', done: 1 }
    return first + (yield* awaitedAnswer(other))
  } finally {
    left.push('left')
  }
}

describe('a training that is answered at once', () => {
  test('runs to its end and tells its progress', () => {
    const reported: Progress[] = []
    expect(finish(sum(1, 2), (step) => reported.push(step))).toBe(3)
    expect(reported).toEqual([{ stage: 'adding', done: 1 }])
  })

  test('runs to the same end where waiting is allowed', async () => {
    expect(await finishLater(sum(1, 2))).toBe(3)
  })
})

describe('a training that has to wait', () => {
  test('is resumed with the answers', async () => {
    const reported: Progress[] = []
    expect(await finishLater(sum(Promise.resolve(1), Promise.resolve(2)), (step) => reported.push(step))).toBe(3)
    expect(reported).toEqual([{ stage: 'adding', done: 1 }])
  })

  test('is ended with a clear word where waiting is not possible', () => {
    const left: string[] = []
    expect(() => finish(sum(1, Promise.resolve(2), left))).toThrow('run it with finishLater')
    expect(left).toEqual(['left'])
  })

  test('learns of an answer that failed, and left in order', async () => {
    const left: string[] = []
    await expect(finishLater(sum(Promise.reject(new Error('no such shard')), 2, left))).rejects.toThrow('no such shard')
    expect(left).toEqual(['left'])
  })
})
