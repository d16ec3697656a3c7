// Readers get files of a size and of four times that size; what they need more is compared with what is stated in docs/reliability.md.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { finish, modelToJson, rankingLists, train, training } from '@rankwright/core'
import { statisticsToJson } from '@rankwright/core/models'
import { writeParquet } from '@rankwright/parquet'

const megabyte = 1 << 20
/** What the collector of garbage may leave for later, whatever is read. */
const slack = 24 * megabyte

/** For every reader: bytes of memory for a byte of input at most, and an input of about so many bytes. */
const readers = {
  letor: { most: 8, make: letor },
  csv: { most: 8, make: (bytes) => table(bytes, ',') },
  tsv: { most: 8, make: (bytes) => table(bytes, '\t') },
  jsonl: { most: 8, make: jsonLines },
  parquet: { most: 12, make: parquet },
  // Of the unpacked size, which is about four times that of the file.
  gzip: { most: 32, make: (bytes) => gzipSync(letor(4 * bytes)) },
  // One list is held at a time.
  series: { most: 2, make: letor },
  scores: { most: 8, make: (bytes) => repeated(bytes, (row) => `${(row * 0.618034) % 1}\n`) },
  qrels: { most: 24, make: (bytes) => repeated(bytes, (row) => `topic${row >> 6} 0 document-${row} ${row % 3}\n`) },
  run: {
    most: 24,
    make: (bytes) => repeated(bytes, (row) => `topic${row >> 6} Q0 document-${row} ${(row % 64) + 1} ${1 / (row + 1)} tag\n`),
  },
  model: { most: 12, make: model },
  statistics: { most: 12, make: statistics },
  ontology: {
    most: 32,
    make: (bytes) =>
      repeated(
        bytes,
        (row) => `[Term]\nid: A:${row + 1}\nname: term number ${row}\nis_a: A:${row >> 2}\n\n`,
        '[Term]\nid: A:0\nname: top\n\n',
      ),
  },
}

export const proof = {
  name: 'memory',
  about: 'Memory for an input is bounded by a stated multiple of its size.',
  rounds: { test: 1, torture: 8 },
  async run({ rounds, log }) {
    if (process.platform !== 'linux') return { tried: 1, failures: [] } // nobody else says how much a process had at most
    const folder = mkdtempSync(join(tmpdir(), 'rankwright-memory-'))
    const failures = []
    try {
      for (const [name, { most, make }] of Object.entries(readers)) {
        const [small, large] = await Promise.all([rounds, 4 * rounds].map((size) => measured(folder, name, make, size * megabyte)))
        const multiple = Math.max(0, large.peak - small.peak) / (large.bytes - small.bytes)
        log(
          `${name}: ${multiple.toFixed(1)} bytes for a byte, at most ${most} and ${slack / megabyte} MB; ${(large.peak / megabyte).toFixed(0)} MB for ${(large.bytes / megabyte).toFixed(0)} MB`,
        )
        if (large.peak - small.peak > most * (large.bytes - small.bytes) + slack)
          failures.push(`${name}: ${multiple.toFixed(1)} bytes for each byte of input, stated are ${most}`)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
    return { tried: Object.keys(readers).length, failures }
  },
}

async function measured(folder, name, make, bytes) {
  const file = join(folder, `${name}-${bytes}${name === 'ontology' ? '.obo' : name === 'gzip' ? '.gz' : ''}`)
  writeFileSync(file, make(bytes))
  const program = new URL('../readerMemory.mjs', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-semi-space-size=1', program, name, file])
  const size = statSync(file).size
  rmSync(file)
  return { peak: Number(stdout) * 1024, bytes: size }
}

function repeated(bytes, line, start = '') {
  const lines = [start]
  for (let row = 0, length = start.length; length < bytes; row++) {
    lines.push(line(row))
    length += lines[row + 1].length
  }
  return lines.join('')
}

function letor(bytes) {
  const cells = (row) => Array.from({ length: 10 }, (_, feature) => `${feature + 1}:${((row * 7919 + feature * 104729) % 10_000) / 10_000}`)
  return repeated(bytes, (row) => `${row % 5} qid:${row >> 4} ${cells(row).join(' ')}\n`)
}

function table(bytes, separator) {
  const heading = ['qid', 'label', 'doc', 'a', 'b', 'c', 'd'].join(separator)
  return repeated(
    bytes,
    (row) => `${[row >> 4, row % 5, `item-${row}`, row / 7, row / 11, row / 13, row / 17].join(separator)}\n`,
    `${heading}\n`,
  )
}

/** Numbers that no dictionary makes shorter. */
function parquet(bytes) {
  const rows = Math.ceil(bytes / 40)
  const features = Array.from({ length: rows }, (_, row) => Array.from({ length: 10 }, (_, feature) => Math.sin(row * 10 + feature)))
  return writeParquet(rankingLists({ features, labels: features.map((_, row) => row % 5), lists: features.map((_, row) => row >> 4) }))
}

function jsonLines(bytes) {
  return repeated(
    bytes,
    (row) => `${JSON.stringify({ qid: row >> 4, label: row % 5, doc: `item-${row}`, a: row / 7, b: row / 11, c: row / 13 })}\n`,
  )
}

/** A model with so many features, whose weights and feature map fill the file. */
function model(bytes) {
  const features = Math.ceil(bytes / 45)
  const row = (shift) => Float32Array.from({ length: features }, (_, feature) => ((feature * 7919 + shift) % 1000) / 1000)
  const lists = rankingLists({ features: [1, 2, 3, 4].map((shift) => [...row(shift * 37)]), labels: [0, 1, 2, 3], lists: [0, 0, 1, 1] })
  return modelToJson(train(lists, { method: 'listnet', iterations: 1 }))
}

/** The matrix of sums of the hidden nodes fills the file. */
function statistics(bytes) {
  const nodes = Math.min(4000, Math.ceil(Math.sqrt(bytes / 5.5)))
  const lists = rankingLists({ features: [[1], [2], [3], [5]], labels: [0, 1, 2, 3], lists: [0, 0, 1, 1] })
  return statisticsToJson(finish(training(lists, { method: 'elmrank', nodes, lambda: 1 })).statistics)
}
