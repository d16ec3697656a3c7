// Reading a CSV of numbers, categories and texts and encoding it as features, one thread; and the most memory that takes. Each run is a process
// of its own; the clock starts when its libraries are loaded.
import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runWithPeakMemory } from './harness/peakMemory.mjs'

const node = fileURLToPath(new URL('../packages/node/dist/index.js', import.meta.url))

export const title = 'A CSV of 20 mixed columns, five of them text, read and encoded'
export const cases = [
  { name: '200,000 rows', rows: 200_000 },
  { name: '1,000,000 rows', rows: 1_000_000 },
]
export const rounds = 3

export function setup({ rows }, scratch) {
  const file = join(scratch, `mixed-${rows}.csv`)
  if (!existsSync(file)) writeTable(file, rows)
  return { file }
}

export const peerInput = ({ file }) => ({ file })

export const variants = [
  {
    name: 'rankwright',
    leastRatios: { 'pandas and scikit-learn': 1 },
    async run({ file }) {
      const { status, stdout, stderr, peakBytes } = await runWithPeakMemory(process.execPath, ['--input-type=module', '-e', program, file])
      if (status !== 0) throw new Error(stderr)
      const { seconds, features } = JSON.parse(stdout)
      return { seconds, facts: { peak: `${Math.round(peakBytes / 1e6)} MB`, features } }
    },
  },
]

export const peers = [{ name: 'pandas and scikit-learn', python: 'column_transformer' }]

const program = `
import { readLists } from ${JSON.stringify(node)}
const begin = performance.now()
const { width } = await readLists(process.argv[1], { text: ['t1', 't2', 't3', 't4', 't5'], category: ['c1', 'c2', 'c3', 'shop'] })
console.log(JSON.stringify({ seconds: (performance.now() - begin) / 1000, features: width }))
`

function writeTable(path, rows) {
  console.error(`» Writing ${path}`)
  const next = generator(20_260_117)
  const pick = (count) => Math.floor(count * next())
  const words = Array.from({ length: 5000 }, (_, word) => `w${word.toString(36)}`)
  const text = () => Array.from({ length: 4 + pick(5) }, () => words[Math.floor(5000 * next() ** 3)]).join(' ')
  const numbers = Array.from({ length: 8 }, (_, at) => `n${at + 1}`)
  const file = openSync(`${path}.part`, 'w')
  let page = `qid,label,item,${numbers.join(',')},c1,c2,c3,shop,t1,t2,t3,t4,t5\n`
  for (let row = 0; row < rows; row++) {
    const cells = [`q${Math.floor(row / 20)}`, pick(5), `i${row}`, ...numbers.map((_, at) => (at < 4 ? pick(1000) : next().toFixed(4)))]
    cells.push(`a${pick(8)}`, `b${pick(20)}`, `c${pick(30)}`, `shop ${pick(5000)}`)
    for (let column = 0; column < 5; column++) cells.push(text())
    page += `${cells.join(',')}\n`
    if (page.length < 1 << 22 && row < rows - 1) continue
    writeSync(file, page)
    page = ''
  }
  closeSync(file)
  renameSync(`${path}.part`, path)
}

function generator(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
