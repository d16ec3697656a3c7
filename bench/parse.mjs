// Reading a LETOR file from disk with full validation, one thread; and how much memory that takes beyond the result.
import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readLists } from '@rankwright/node'
import { runWithPeakMemory } from './harness/peakMemory.mjs'

const node = fileURLToPath(new URL('../packages/node/dist/index.js', import.meta.url))

export const title = 'LETOR parse from disk, full validation'
export const cases = [
  { name: '50,000 x 136, six decimals', rows: 50_000, width: 136, value: (next) => next().toFixed(6) },
  { name: '50,000 x 136, counts and mixed values', rows: 50_000, width: 136, value: mixed },
  { name: '50,000 x 46, seventeen digits', rows: 50_000, width: 46, value: (next) => String(next()) },
  { name: '200,000 x 136, memory', memory: true, rows: 200_000, width: 136, value: (next) => next().toFixed(6) },
]
export const tolerance = 1e-6

export function setup({ name, rows, width, value }, scratch) {
  const file = join(scratch, `${name.replaceAll(/[^0-9a-z]+/g, '-')}.txt`)
  if (!existsSync(file)) writeLetor(file, rows, width, value)
  return { file }
}

export const peerInput = ({ file }) => ({ file })

export const variants = [
  {
    name: 'rankwright',
    leastRatios: { 'scikit-learn': 8, XGBoost: 1 },
    when: ({ memory }) => !memory,
    async run({ file }) {
      const begin = performance.now()
      const lists = await readLists(file)
      return { seconds: (performance.now() - begin) / 1000, answer: sum(lists) }
    },
  },
  {
    name: 'rankwright, memory',
    against: [],
    when: ({ memory }) => memory === true,
    /** Times the arrays that it reads into. */
    peakLimit: ({ file }) => arrays.get(file) * 1.5,
    async run({ file }) {
      const { status, stdout, stderr } = await runWithPeakMemory(process.execPath, ['--input-type=module', '-e', witness, file])
      if (status !== 0) throw new Error(stderr)
      const { arrayBytes, grownBytes, bareBytes } = JSON.parse(stdout)
      arrays.set(file, arrayBytes)
      const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`
      const facts = {
        arrays: megabytes(arrayBytes),
        'peak / arrays': (grownBytes / arrayBytes).toFixed(2),
        'before reading': megabytes(bareBytes),
      }
      return { peakBytes: grownBytes, facts }
    },
  },
]

export const peers = [
  { name: 'scikit-learn', python: 'sklearn_load', when: ({ memory }) => !memory },
  { name: 'XGBoost', python: 'xgboost_dmatrix', when: ({ memory }) => !memory },
]

const arrays = new Map()

/** Reads a file in a process of its own; what it held when ready to read does not count. */
const witness = `
import { readFileSync } from 'node:fs'
import { readLists } from ${JSON.stringify(node)}
const mark = (name) => 1024 * Number(new RegExp(name + ':\\\\s+(\\\\d+)').exec(readFileSync('/proc/self/status', 'latin1'))[1])
await readLists('-', { format: 'letor' }).catch(() => {})
const bareBytes = mark('VmRSS')
const { features, labels, offsets } = await readLists(process.argv[1])
const arrayBytes = features.values.byteLength + labels.byteLength + offsets.byteLength
console.log(JSON.stringify({ arrayBytes, bareBytes, grownBytes: mark('VmHWM') - bareBytes }))
`

function sum({ features }) {
  let total = 0
  for (const value of features.values) total += value
  return total
}

function writeLetor(path, rows, width, value) {
  console.error(`» Writing ${path}`)
  const next = generator(20_240_602)
  const file = openSync(`${path}.part`, 'w')
  let text = ''
  for (let row = 0; row < rows; row++) {
    text += `${Math.floor(5 * next() ** 2)} qid:${1 + Math.floor(row / 100)}`
    for (let feature = 1; feature <= width; feature++) text += ` ${feature}:${value(next)}`
    text += '\n'
    if (text.length < 1 << 22 && row < rows - 1) continue
    writeSync(file, text)
    text = ''
  }
  closeSync(file)
  renameSync(`${path}.part`, path)
}

/** As in MSLR-WEB: counts, zeros, lengths, and scores with six decimals. */
function mixed(next) {
  const kind = next()
  if (kind < 0.3) return String(Math.floor(next() * 100))
  if (kind < 0.5) return '0'
  return (next() * (kind < 0.6 ? 1000 : 1)).toFixed(6)
}

function generator(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
