// The same data, options and seed give the same model bytes everywhere. Engines agree to the bit on + − × ÷, sqrt and powers of
// two, but not on exp, log and their kin: Chromium 156 and Node 20 differ in the last bit of one Math.exp in ten, of one
// Math.log in thirty, and of one x ** 3 in ten; x ** 2 is a call or a product, as the compiler pleases. What shapes a model, and
// intervals and tests, take numeric/special/exp.ts, numeric/special/log.ts and products.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './sourceFiles.ts'

const shapesModels = /^packages\/core\/src\/(data|losses|models|trainers|numeric|evaluation|streaming|abstention)\//
const differs =
  /\bMath\.(exp|expm1|log|log2|log10|log1p|pow|cbrt|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh)\b|(?<!\b2) \*\* /

/** Where the last bit reaches no model. */
const allowed: Readonly<Record<string, string>> = {
  'packages/core/src/numeric/dense/symmetricEigen.ts': 'a power of two to scale by, which changes no digit',
}

const users = sourceFiles()
  .map(({ path }) => path)
  .filter((path) => shapesModels.test(path) && differs.test(codeOf(path)))

test('what shapes a model, an interval or a test takes no function whose last bit is the engine’s own', () => {
  expect(users.filter((path) => !(path in allowed))).toEqual([])
})

test('no exception outlives its reason', () => {
  expect(Object.keys(allowed).filter((path) => !users.includes(path))).toEqual([])
})

function codeOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
}
