/** A worker behind `similarityRows`: compares its share of the terms with all, block by block. */
import { parentPort, workerData } from 'node:worker_threads'
import { type RowsAssignment, rowsOfBlock, similarityBy } from './similarityRows.ts'

const { by, terms, columns, first, step } = workerData as RowsAssignment
const mine = terms.filter((_, row) => Math.floor(row / rowsOfBlock) % step === first)
const rows = similarityBy(by).rows(mine, columns)

parentPort?.on('message', () => {
  const block = new Float64Array(rowsOfBlock * columns.length)
  let count = 0
  while (count < rowsOfBlock) {
    const row = rows.next()
    if (row.done) break
    block.set(row.value, columns.length * count++)
  }
  if (count === 0) return
  const values = count === rowsOfBlock ? block : block.slice(0, count * columns.length)
  parentPort?.postMessage(values, [values.buffer])
})
