// `rankObjects`: 100 plain objects with 20 columns, mixed, ranked by a linear model, as a service does it for each search.
import { writeFile } from 'node:fs/promises'
import { availableCompute } from '@rankwright/compute'
import { rank, rankObjects, seededRandom, train } from '@rankwright/core'
import { readLists } from '@rankwright/node'

const vocabulary = [
  'wireless',
  'mouse',
  'red',
  'quiet',
  'keyboard',
  'usb',
  'pad',
  'large',
  'small',
  'pro',
  'gaming',
  'office',
  'black',
  'white',
]

export const title = 'rankObjects: 100 objects of 20 mixed columns (9 currencies, 5 categories, 1 date, 5 texts), a linear model'

export const setup = async (_, scratch) => {
  const random = seededRandom(7)
  const pick = (words) => Array.from({ length: words }, () => vocabulary[random.integer(vocabulary.length)]).join(' ')
  const row = (query) => ({
    query,
    label: random.integer(3),
    item: `i${random.integer(1e9)}`,
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`price${at}`, random.uniform() < 0.05 ? 'N/A' : `$${(1000 * random.uniform()).toFixed(2)}`]),
    ),
    ...Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`kind${at}`, pick(1)])),
    brand: `b${random.integer(300)}`,
    added: `2026-0${1 + random.integer(9)}-1${random.integer(10)}`,
    ...Object.fromEntries([6, 8, 5, 12, 4].map((words, at) => [`text${at}`, pick(words)])),
  })
  const rows = Array.from({ length: 60 }, (_, query) => `${pick(2)} ${query}`).flatMap((query) =>
    Array.from({ length: 20 }, () => row(query)),
  )
  const searches = Array.from({ length: 20 }, () => Array.from({ length: 100 }, () => row('wireless mouse')))
  const lists = await readLists(await written(`${scratch}/train.csv`, rows))
  const model = train(lists, { method: 'listnet' })
  const asked = searches.map((rows) => rows.map(({ label: _, ...object }) => object))
  const table = await readLists(await written(`${scratch}/asked.csv`, searches[0]), { encoders: model.encoders })
  if (JSON.stringify(rank(model, table)) !== JSON.stringify(rankObjects(model, asked[0]))) throw new Error('rank and rankObjects differ')
  const data = { model, asked, runtime: { compute: availableCompute() }, searches: 0 }
  // As a service that has answered for some seconds: the compilers of Node take that long over code of this size.
  for (let search = 0; search < 2000; search++) for (const { run } of variants) run(data)
  return data
}

/** Other objects than the last time, as in a service. */
const next = (data) => data.asked[data.searches++ % data.asked.length]

export const variants = [
  { name: 'rankObjects', run: (data) => rankObjects(data.model, next(data))[0].items[0].score },
  { name: 'rankObjects, WebAssembly', run: (data) => rankObjects(data.model, next(data), {}, data.runtime)[0].items[0].score },
]
export const peers = []

async function written(path, rows) {
  const names = Object.keys(rows[0])
  await writeFile(path, `${[names, ...rows.map((row) => names.map((name) => row[name]))].map((cells) => cells.join()).join('\n')}\n`)
  return path
}
