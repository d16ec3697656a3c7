// `npm run results [-- SET… --method NAME…]`: trains every method with its default options and validation data on the real data sets at hand, measures
// it on lists that had no part in that, and writes docs/results.json and, made from it, docs/results.md. Sets and methods that
// are named are measured anew and the others kept as they are. Needs a build (`npm run build`) and takes some minutes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { methodNames, methods } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'
import { measureMethods, measureSet } from './results/measureSet.mjs'
import { realSets } from './results/realSets.mjs'
import { pageOf } from './results/resultsPage.mjs'

const file = new URL('../docs/results.json', import.meta.url)
const page = new URL('../docs/results.md', import.meta.url)

const { positionals: named, values: asked } = parseArgs({
  allowPositionals: true,
  options: { method: { type: 'string', multiple: true, default: [] } },
})
const unknownMethods = asked.method.filter((name) => !methodNames.includes(name))
if (unknownMethods.length > 0) throw new Error(`no method ${unknownMethods.join(', ')}; there are ${methodNames.join(', ')}`)
const unknown = named.filter((name) => !realSets.some((set) => set.name === name))
if (unknown.length > 0) throw new Error(`no set ${unknown.join(', ')}; there are ${realSets.map(({ name }) => name).join(', ')}`)
const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { sets: [], skipped: [] }

const defaults = Object.fromEntries(
  methodNames.map((name) => [
    name,
    Object.fromEntries(
      Object.entries(methods[name].options).flatMap(([option, spec]) => ('default' in spec ? [[option, spec.default]] : [])),
    ),
  ]),
)
const { runtime, close } = runtimeFor(1)
const found = new Map(before.sets.map((set) => [set.name, set]))
const skipped = new Map(before.skipped.map((set) => [set.name, set]))
for (const set of realSets) {
  if (named.length > 0 && !named.includes(set.name)) continue
  const loaded = await set.load()
  const earlier = found.get(set.name)
  skipped.delete(set.name)
  found.delete(set.name)
  if (loaded === undefined) skipped.set(set.name, { name: set.name, why: 'the data is not here' })
  else if (asked.method.length === 0 || earlier === undefined) found.set(set.name, await measureSet(set, loaded, methodNames, runtime))
  else found.set(set.name, withRankers(earlier, await measureMethods(set, loaded, asked.method, runtime)))
  write() // what is done is done, should a later set fail
}
close()

/** The set as it was, with these rankers instead of their namesakes. */
function withRankers(set, rankers) {
  const anew = new Map(rankers.map((ranker) => [ranker.name, ranker]))
  const kept = set.rankers.map((ranker) => anew.get(ranker.name) ?? ranker)
  const known = new Set(kept.map(({ name }) => name))
  return { ...set, rankers: [...kept, ...rankers.filter(({ name }) => !known.has(name))] }
}

function write() {
  const inOrder = (sets) => realSets.flatMap(({ name }) => sets.get(name) ?? [])
  const results = { defaults, sets: inOrder(found), skipped: inOrder(skipped) }
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
  writeFileSync(page, pageOf(results))
}
