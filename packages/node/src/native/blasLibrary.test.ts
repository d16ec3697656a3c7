import { RankwrightError } from '@rankwright/core'
import { expect, test } from 'vitest'
import { runtimeFor } from '../workers/runtimeFor.ts'
import { openBlasLibrary } from './blasLibrary.ts'

test('a missing library is told with every place that was tried and what to install', () => {
  const open = () => openBlasLibrary({ file: '/nowhere/libopenblas.so.0' })
  expect(open).toThrow(RankwrightError)
  expect(open).toThrow('apt-get install libopenblas0')
  expect(open).toThrow('RANKWRIGHT_BLAS')
  expect(open).toThrow('/nowhere/libopenblas.so.0: ')
})

test('a missing koffi is told with how to install it', () => {
  const loadKoffi = () => {
    throw new Error("Cannot find module 'koffi'\nRequire stack:")
  }
  expect(() => openBlasLibrary({ loadKoffi })).toThrow("koffi (npm install koffi): Cannot find module 'koffi'")
})

test('a library that is none for dense algebra is refused', ({ skip }) => {
  if (process.platform !== 'linux') return skip('the library is one of Linux')
  expect(() => openBlasLibrary({ file: 'libc.so.6' })).toThrow('libc.so.6: it is neither OpenBLAS nor MKL nor Accelerate')
})

test('the environment names the file', () => {
  const before = process.env['RANKWRIGHT_BLAS']
  process.env['RANKWRIGHT_BLAS'] = '/nowhere/named'
  try {
    expect(() => runtimeFor(1, { compute: 'native' })).toThrow('/nowhere/named: ')
  } finally {
    if (before === undefined) delete process.env['RANKWRIGHT_BLAS']
    else process.env['RANKWRIGHT_BLAS'] = before
  }
})

test('a compute that does not exist is refused', () => {
  // @ts-expect-error no such choice
  expect(() => runtimeFor(1, { compute: 'quick' })).toThrow('options.compute')
})
