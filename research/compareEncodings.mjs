// How well models rank held-out lists of tables that are encoded in several ways. categoryEncodings.mjs and textFeatures.mjs use it.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { finish, score, selectLists, training } from '@rankwright/core'
import { foldsOf, joined } from '@rankwright/core/data'
import { bootstrapInterval } from '@rankwright/core/evaluation'
import { refittedParts } from '@rankwright/core/experiments'
import { measureLists } from '@rankwright/core/metrics'
import { readLists, runtimeFor } from '@rankwright/node'
import { csvOf } from '../examples/messyProducts.mjs'

const FOLDS = 3
export const dataRoot = process.env.RANKWRIGHT_DATA ?? new URL('../../shared/data', import.meta.url).pathname

/**
 * Prints NDCG@10 for each set that the command line names (all, if none), each choice of options for training, and each value of an option for
 * reading, with 95 % intervals of the difference to the first value over lists. Encoders are fitted to the training lists of each fold alone.
 */
export async function compareEncodings(sets, option, choices) {
  const [[optionName, encodings]] = Object.entries(option)
  const { runtime, close } = runtimeFor(1)
  const asked = process.argv.slice(2)
  console.log(`set\toptions\tencoding\tNDCG@10\tagainst ${encodings[0]}\t95 % interval\tseconds`)
  for (const [name, { rows, ...reading }] of Object.entries(sets)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    let made
    try {
      made = rows()
    } catch (problem) {
      console.log(`${name}\tleft out: ${problem.message}`)
      continue
    }
    const bytes = new TextEncoder().encode(csvOf(made))
    for (const [choice, { seeds, ...options }] of Object.entries(choices)) {
      const perEncoding = new Map()
      for (const encoding of encodings) {
        const lists = await readLists(bytes, { name: `${name}.csv`, ...reading, keepCells: true, [optionName]: encoding })
        const parts = foldsOf(lists, FOLDS, { seed: 1 })
        const values = new Map()
        const started = process.cpuUsage().user
        for (const tested of parts) {
          const { train, test } = refittedParts(
            selectLists(lists, joined(parts.filter((part) => part !== tested))),
            selectLists(lists, tested),
          )
          for (const seed of seeds) {
            const { model } = finish(training(train, { ...options, ...(seed !== undefined && { seed }) }, runtime))
            const measured = measureLists(score(model, test, runtime), test, { metrics: ['ndcg@10'] }).values[0]
            for (const [place, list] of tested.entries())
              if (!Number.isNaN(measured[place])) values.set(list, (values.get(list) ?? 0) + measured[place] / seeds.length)
          }
        }
        perEncoding.set(encoding, values)
        const seconds = (process.cpuUsage().user - started) / 1e6
        const first = perEncoding.get(encodings[0])
        const differences = Float64Array.from([...values].map(([list, value]) => value - first.get(list)))
        const mean = (all) => all.reduce((sum, value) => sum + value, 0) / all.length
        const [low, high] = encoding === encodings[0] ? [0, 0] : bootstrapInterval(differences)
        console.log(
          [
            name,
            choice,
            encoding,
            mean([...values.values()]).toFixed(4),
            mean(differences).toFixed(4),
            `${low.toFixed(4)} to ${high.toFixed(4)}`,
            seconds.toFixed(1),
          ].join('\t'),
        )
      }
    }
  }
  close()
}

/** The rows of a packed table of plain cells. */
export function tableOf(path, separator) {
  const [head, ...lines] = gunzipSync(readFileSync(`${dataRoot}/${path}`))
    .toString()
    .trim()
    .split('\n')
  const names = head.split(separator)
  return lines.map((line) => Object.fromEntries(line.split(separator).map((cell, at) => [names[at], cell])))
}

/** The lines of a packed file of MovieLens 100k. */
export function filmLines(name) {
  return gunzipSync(readFileSync(`${dataRoot}/recsys-movielens-100k/${name}`))
    .toString('latin1')
    .trim()
    .split('\n')
}
