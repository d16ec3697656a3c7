// An OBO file of 1 GB through the command line: 1.4 million terms, as long as those of the Gene Ontology, within 3 GB of memory.
import { closeSync, existsSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runWithPeakMemory } from './harness/peakMemory.mjs'

const main = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url))
const gigabyte = 2 ** 30

export const title = 'Ontologies: a 1 GB OBO file through the command line'
export const rounds = 1
export const warmUp = false
export const peers = []

export function setup(_, scratch) {
  const file = join(scratch, 'large.obo')
  if (!existsSync(file)) writeObo(file, gigabyte)
  return { file }
}

export const variants = [
  {
    name: 'ontology inspect',
    peakLimit: 3 * gigabyte,
    async run({ file }) {
      const run = await runWithPeakMemory(process.execPath, [main, 'ontology', 'inspect', file, '--json'])
      if (run.status !== 0) throw new Error(run.stderr.trim())
      const { terms, edges } = JSON.parse(run.stdout)
      const speed = `${(statSync(file).size / 1e6 / run.seconds).toFixed(0)} MB/s`
      return { seconds: run.seconds, peakBytes: run.peakBytes, facts: { terms, edges, speed } }
    },
  },
]

/** Every term has two parents before it, close to a tenth of its number. */
function writeObo(path, bytes) {
  console.error(`» Writing ${path}`)
  const descriptor = openSync(`${path}.part`, 'w')
  writeSync(descriptor, 'format-version: 1.4\nontology: large\n')
  const text = 'A process that results in a change of state or activity of a cell or an organism, as a result of a stimulus. '.repeat(5)
  let written = 0
  for (let first = 0; written < bytes; first += 1000) {
    let block = ''
    for (let term = first; term < first + 1000; term++) {
      const parents = term === 0 ? [] : [...new Set([Math.floor(term / 10), Math.floor(term / 11)])].filter((parent) => parent < term)
      block += `\n[Term]\nid: ${idOf(term)}\nname: process number ${term}\nnamespace: process\ndef: "${text}" [GOC:bench]\nsynonym: "process ${term} of many" EXACT []\n${parents.map((parent) => `is_a: ${idOf(parent)}\n`).join('')}`
    }
    written += writeSync(descriptor, block)
  }
  closeSync(descriptor)
  renameSync(`${path}.part`, path)
}

function idOf(term) {
  return `L:${String(term).padStart(9, '0')}`
}
