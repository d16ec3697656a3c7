// A LETOR file of 1 GB through the command line: inspected, evaluated and converted, each within 3 GB of memory.
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runWithPeakMemory } from './harness/peakMemory.mjs'

const main = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url))
const gigabyte = 2 ** 30
const width = 136
const rowsPerList = 120

export const title = 'A 1 GB LETOR file through the command line'
export const rounds = 1
export const warmUp = false
export const peers = []

export async function setup(_, scratch) {
  if (!existsSync(main)) throw new Error('The command line is not built; run `npm run build` first.')
  const data = join(scratch, 'large.txt')
  const sample = join(scratch, 'sample.txt')
  const model = join(scratch, 'model.json')
  if (!existsSync(data) || statSync(data).size < gigabyte) writeLetor(data, gigabyte)
  if (!existsSync(sample)) writeLetor(sample, 2 ** 24)
  await rankwright(['train', sample, '--method', 'least-squares', '--out', model])
  return { data, model, scratch }
}

const step = (name, args) => ({ name, peakLimit: 3 * gigabyte, run: async (data) => tell(await rankwright(args(data)), data) })

export const variants = [
  step('inspect', ({ data }) => ['inspect', data, '--json']),
  step('evaluate', ({ data, model }) => ['evaluate', model, data, '--metrics', 'ndcg@10,map', '--json']),
  step('convert to letor', ({ data, scratch }) => ['convert', data, join(scratch, 'copy.letor'), '--json']),
  step('convert to csv', ({ data, scratch }) => ['convert', data, join(scratch, 'copy.csv'), '--json']),
]

export function teardown({ scratch }) {
  for (const name of ['copy.letor', 'copy.csv']) rmSync(join(scratch, name), { force: true })
}

async function rankwright(args) {
  const run = await runWithPeakMemory(process.execPath, [main, ...args])
  if (run.status !== 0) throw new Error(`rankwright ${args[0]} ended with status ${run.status}: ${run.stderr.trim()}`)
  return run
}

function tell({ seconds, peakBytes }, { data }) {
  return { seconds, peakBytes, facts: { speed: `${(statSync(data).size / 1e6 / seconds).toFixed(0)} MB/s` } }
}

/** Dense rows of six-digit values, grades 0 to 4; the same bytes every time. */
function writeLetor(path, size) {
  console.error(`» Writing ${path} (${(size / 1e6).toFixed(0)} MB)`)
  const next = generator(20_240_601)
  const tokens = Array.from({ length: width }, (_, feature) =>
    Array.from({ length: 256 }, () => Buffer.from(` ${feature + 1}:${(next() / 2 ** 32).toFixed(6)}`, 'latin1')),
  )
  const buffer = Buffer.alloc(1 << 22)
  const file = openSync(`${path}.part`, 'w')
  let filled = 0
  let written = 0
  for (let row = 0; written + filled < size; row++) {
    if (filled > buffer.length - 8192) {
      writeFileSync(file, buffer.subarray(0, filled))
      written += filled
      filled = 0
    }
    filled += buffer.write(
      `${Math.min(4, Math.floor(-Math.log2((next() + 1) / 2 ** 32)))} qid:${1 + Math.floor(row / rowsPerList)}`,
      filled,
      'latin1',
    )
    for (let feature = 0; feature < width; feature++) filled += tokens[feature][next() & 255].copy(buffer, filled)
    buffer[filled++] = 10
  }
  writeFileSync(file, buffer.subarray(0, filled))
  closeSync(file)
  renameSync(`${path}.part`, path)
}

/** Marsaglia's xorshift32: plenty for filler. */
function generator(seed) {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}
