// One pass of online gradient descent against reading the same rows from a LETOR file.

import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs'
import { seededRandom, training } from '@rankwright/core'
import { readLists, runtimeFor } from '@rankwright/node'

export const title = 'Online gradient descent: one pass over 500,000 x 136 against reading them'
export const cases = [{ name: '500,000 rows in lists of 100', rows: 500_000, width: 136, length: 100 }]
export const rounds = 5

export async function setup({ rows, width, length }, scratch) {
  const path = `${scratch}/rows-${rows}.txt`
  if (!existsSync(path)) writeRows(path, rows, width, length)
  return { path, lists: await readLists(path) }
}

function writeRows(path, rows, width, length) {
  const random = seededRandom(1)
  const file = openSync(`${path}.part`, 'w')
  let text = ''
  for (let row = 0; row < rows; row++) {
    text += `${random.integer(5)} qid:${Math.floor(row / length)}`
    for (let j = 1; j <= width; j++) text += ` ${j}:${random.uniform().toFixed(4)}`
    text += '\n'
    if (text.length > 1 << 22 || row === rows - 1) {
      writeSync(file, text)
      text = ''
    }
  }
  closeSync(file)
  renameSync(`${path}.part`, path)
}

export const variants = [
  {
    name: 'rankwright, one pass',
    leastRatios: { 'rankwright, reading the rows': 0.5 },
    prepare: (data) => ({ ...data, open: runtimeFor(1) }),
    run({ lists, open }) {
      const steps = training(lists, { method: 'ogd', radius: 10 }, open.runtime)
      let step = steps.next()
      while (!step.done) step = steps.next()
      return { facts: { objective: step.value.objective.toFixed(6) } }
    },
    close: ({ open }) => open.close(),
  },
]

export const peers = [
  {
    name: 'rankwright, reading the rows',
    run: async ({ path }) => {
      await readLists(path)
    },
  },
]
