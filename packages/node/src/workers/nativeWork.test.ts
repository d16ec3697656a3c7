import { StoppedError } from '@rankwright/core/runtime'
import { expect, test } from 'vitest'
import { countNativeCalls, interruptNativeCalls, nativeCall } from './nativeWork.ts'

test('calls are counted while they are under way; a stop hurries them along and lets no new one begin', async () => {
  expect(await nativeCall(async () => 'not counted')).toBe('not counted')
  const calls = new Int32Array(new SharedArrayBuffer(8))
  countNativeCalls(calls)
  let finish = () => {}
  const interrupted: string[] = []
  const slow = nativeCall(
    () => new Promise<string>((settle) => (finish = () => settle('done'))),
    () => interrupted.push('slow'),
  )
  expect([...calls]).toEqual([0, 1])
  calls[0] = 1
  await expect(nativeCall(() => expect.fail('must not begin'))).rejects.toThrow(StoppedError)
  interruptNativeCalls()
  expect(interrupted).toEqual(['slow'])
  finish()
  expect(await slow).toBe('done')
  await new Promise((settle) => setTimeout(settle, 5))
  expect([...calls]).toEqual([1, 0])
})
