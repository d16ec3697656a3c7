import { expect, test } from 'vitest'
import { partOfWork } from './partOfWork.ts'

test('parts of parts have their places in the whole', () => {
  const heard: [number, number][] = []
  const second = partOfWork((done, total) => heard.push([done, total]), { from: 10, length: 30, whole: 40 })
  partOfWork(second, { from: 1, length: 1, whole: 3 })?.(5, 10)
  second?.(0, 7)
  second?.(7, 7)
  expect(heard).toEqual([
    [25, 40],
    [10, 40],
    [40, 40],
  ])
})

test('where nobody listens, nothing is passed on', () => {
  expect(partOfWork(undefined, { from: 0, length: 1, whole: 2 })).toBeUndefined()
})
