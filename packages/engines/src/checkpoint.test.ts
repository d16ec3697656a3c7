import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { madeLists } from '@rankwright/contracts'
import { type AnyTrainOptions, finishLater, modelToJson, train, training } from '@rankwright/core'
// The built package: a thread runs compiled files.
import { checkpointedParts, type Engine, openEngine, type PackedParts } from '@rankwright/engines'
import { runtimeFor, writeLists } from '@rankwright/node'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-checkpoint-'))
const { runtime } = runtimeFor(1)
const made = madeLists(1, { lists: 40, longest: 9, width: 4 })
let engine: Engine
let parts: PackedParts
const path = join(folder, 'answers')

beforeAll(async () => {
  await writeLists(made, join(folder, 'lists.txt'))
  engine = await openEngine('local', { threads: 1 })
  parts = await engine.pack([join(folder, 'lists.txt')], {})
})
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

/** Trains with the file, ending after some answers; the model, and how many answers were computed. */
async function trained(
  options: AnyTrainOptions,
  most = Number.POSITIVE_INFINITY,
): Promise<{ readonly model: string; readonly computed: number }> {
  let computed = 0
  const counting: PackedParts = {
    ...parts,
    about: parts.about,
    sizes: parts.sizes,
    run: (name, asked, columns) => {
      if (++computed > most) throw new Error('ended')
      return parts.run(name, asked, columns)
    },
    repack: (chosen, columns) => parts.repack(chosen, columns),
    close: () => parts.close(),
  }
  const { lists, close } = checkpointedParts(counting, path)
  try {
    const { model } = await finishLater(training(lists, options, runtime))
    return { model: modelToJson(model), computed }
  } finally {
    close()
  }
}

test.each<AnyTrainOptions>([
  { method: 'listnet' },
  { method: 'ranksvm', hinge: 'plain' },
  { method: 'elmrank', nodes: 6 },
  { method: 'least-squares' },
  { method: 'lambdamart', trees: 3, leaves: 4, minRows: 5 },
])('$method goes on where it was ended, with the same bytes', async (options) => {
  rmSync(path, { force: true })
  const here = checkpointedParts(parts, path)
  here.remove()
  expect(existsSync(path)).toBe(false)
  const whole = await trained(options)
  rmSync(path)
  const half = Math.floor(whole.computed / 2)
  await expect(trained(options, half)).rejects.toThrow('ended')
  appendFileSync(path, 'a record that was not finished')
  const rest = await trained(options)
  expect(rest.model).toBe(whole.model)
  expect(rest.computed).toBeLessThan(whole.computed - half + 3) // trees tell all that was before once more
  expect((await trained(options)).computed).toBe(0)
})

test('answers of other lists, of other questions, or that are damaged, are not taken', async () => {
  rmSync(path, { force: true })
  const options = { method: 'least-squares', lambda: 0.1 } as const
  const { model, computed } = await trained(options)
  expect((await trained({ ...options, lambda: 0.2 })).model).not.toBe(model)
  const bytes = readFileSync(path)
  bytes[bytes.length >> 2] ^= 1
  writeFileSync(path, bytes)
  expect((await trained(options)).model).toBe(model)
  const size = statSync(path).size
  const others = join(folder, 'others.txt')
  await writeLists({ ...made, labels: made.labels.map((label) => (label > 0 ? 0 : 1)) }, others)
  const before = parts
  parts = await engine.pack([others], {})
  try {
    expect((await trained(options)).computed).toBe(computed)
    expect(statSync(path).size).toBeGreaterThan(size)
  } finally {
    parts = before
  }
  expect(modelToJson(train(made, options, runtime))).toBe(model)
})

test('a file that cannot be written says so', () => {
  expect(() => checkpointedParts(parts, join(folder, 'none', 'answers'))).toThrow('no such')
})

test('a file that is something else is refused, and stays as it is', () => {
  const other = join(folder, 'lists.txt')
  const before = readFileSync(other)
  expect(() => checkpointedParts(parts, other)).toThrow('was not written as a checkpoint, and would be lost')
  expect(readFileSync(other)).toEqual(before)
})
