import { expect, test } from 'vitest'
import { exitCodes } from './exitCodes.ts'
import { failureOf } from './failure.ts'

const thrown = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  return expect.fail('nothing was thrown')
}

test.each([
  ['a typed array', thrown(() => new Float64Array(2 ** 53))],
  ['a buffer', thrown(() => new ArrayBuffer(2 ** 52))],
  ['a text', thrown(() => 'x'.repeat(2 ** 30))],
  ['the memory of the compute build', new RangeError('WebAssembly.Memory(): could not allocate memory')],
  ['a worker', Object.assign(new Error('Worker terminated due to reaching memory limit'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })],
  ['the system', Object.assign(new Error('ENOMEM: not enough memory, read'), { code: 'ENOMEM', syscall: 'read' })],
  ['DuckDB', new Error('Out of Memory Error: failed to allocate data of size 1.0 GiB')],
])('too little memory for %s is an answer, not a bug', (_, error) => {
  const { exitCode, message } = failureOf(error)
  expect(exitCode).toBe(exitCodes.inputHasAProblem)
  expect(message).toMatch(/^There is not enough memory \(.+\): this process holds .+ GB.*ulimit -v/)
})

test('other range errors are still our bugs', () => {
  expect(failureOf(new RangeError('Maximum call stack size exceeded')).exitCode).toBe(exitCodes.ourBug)
})
