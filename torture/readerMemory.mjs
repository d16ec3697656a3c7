// One reader reads one file in a process of its own, and says how much memory the process had at most, in kB:
//   node torture/readerMemory.mjs READER FILE
import { readFileSync } from 'node:fs'
import { readLists, readModel, readOntology, readQrels, readRun, readScores, readSeries, readStatistics } from '@rankwright/node'

export const readers = {
  letor: (file) => readLists(file, { format: 'letor' }),
  csv: (file) => readLists(file, { format: 'csv' }),
  tsv: (file) => readLists(file, { format: 'tsv' }),
  jsonl: (file) => readLists(file, { format: 'jsonl' }),
  parquet: (file) => readLists(file, { format: 'parquet' }),
  gzip: (file) => readLists(file, { format: 'letor' }),
  series: async (file) => {
    for await (const _ of readSeries(file, { format: 'letor' })) {
      // Only the reader is measured.
    }
  },
  scores: (file) => readScores(file),
  qrels: (file) => readQrels(file),
  run: (file) => readRun(file),
  model: (file) => readModel(file),
  statistics: (file) => readStatistics(file),
  ontology: (file) => readOntology(file),
}

const [reader, file] = process.argv.slice(2)
if (process.argv[1] === new URL(import.meta.url).pathname) {
  await readers[reader](file)
  // Not resourceUsage().maxRSS: that counts the process that started this one, too.
  process.stdout.write(`${/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]}\n`)
}
