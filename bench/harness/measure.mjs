// Runs every variant of ours and every peer of a benchmark in turn, round after round, so that whatever else the machine
// does falls on all of them alike.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareEntrants } from './comparison.mjs'
import { oursEntrant, peerEntrant } from './entrant.mjs'
import { PythonWorkers } from './pythonWorkers.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** A sample shorter than this is taken over several runs, so that the clock, the call and the caches another one left cold do not count. */
const shortestSample = 0.1
const shortestWarmUp = 0.5
const warmUpRuns = 2

export async function measure(name, benchmark, { rounds, only, tell = () => {} }) {
  const python = new PythonWorkers(benchmark.python ?? name)
  const scratch = join(root, '.cache', 'bench', name)
  mkdirSync(scratch, { recursive: true })
  const cases = []
  try {
    for (const given of benchmark.cases ?? [{ name: 'all' }]) {
      if (only !== undefined && !given.name.includes(only)) continue
      tell(`» ${name}: ${given.name}`)
      cases.push(await measureCase(benchmark, given, { rounds, scratch, python }))
    }
  } finally {
    await python.close()
  }
  return { python: python.versions(), cases }
}

async function measureCase(benchmark, given, { rounds, scratch, python }) {
  const data = await benchmark.setup?.(given, scratch)
  const input = benchmark.peerInput ? benchmark.peerInput(data, given) : given
  const fits = (entry) => entry.when?.(given) ?? true
  const entrants = [
    ...benchmark.variants.filter(fits).map((variant) => oursEntrant(variant, data, given)),
    ...benchmark.peers.filter(fits).map((peer) => peerEntrant(peer, { data, given, input, python })),
  ]
  for (const entrant of entrants) await prepare(entrant)
  const running = entrants.filter(({ absent }) => absent === undefined)
  if (benchmark.warmUp ?? true) for (const entrant of running) await warmUp(entrant)
  for (let round = 0; round < rounds; round++) {
    for (let place = 0; place < running.length; place++) {
      const entrant = running[(place + round) % running.length]
      if (entrant.absent === undefined) await takeSample(entrant)
    }
  }
  for (const entrant of running) await entrant.close?.()
  await benchmark.teardown?.(data, given)
  return {
    name: given.name,
    entrants: entrants.map((entrant) => tellOf(entrant, data, given)),
    comparisons: compareEntrants(entrants, benchmark.tolerance),
  }
}

function tellOf({ name, ours, threads, absent, samples, processorSamples, answer, facts, repeats, peakBytes, peakLimit }, data, given) {
  const limit = typeof peakLimit === 'function' ? peakLimit(data, given) : peakLimit
  const peakMet = limit === undefined || peakBytes === undefined ? undefined : peakBytes <= limit
  return {
    name,
    ours,
    threads,
    absent,
    repeats,
    seconds: samples,
    processorSeconds: processorSamples,
    answer,
    peakBytes,
    peakLimit: limit,
    peakMet,
    facts,
  }
}

async function prepare(entrant) {
  try {
    await entrant.prepare?.()
  } catch (problem) {
    giveUp(entrant, problem)
  }
}

/** At least two runs and half a second of work, so that every tier of every compiler has settled; then how many runs make a sample. */
async function warmUp(entrant) {
  let spent = 0
  let last = 0
  try {
    for (let run = 0; run < warmUpRuns || spent < shortestWarmUp; run++) {
      last = (await entrant.run(1)).seconds
      spent += Math.max(last, 1e-5)
    }
    entrant.repeats = Math.max(1, Math.ceil(shortestSample / Math.max(last, 1e-7)))
  } catch (problem) {
    giveUp(entrant, problem)
  }
}

async function takeSample(entrant) {
  try {
    const { seconds, processorSeconds, answer, facts, peakBytes } = await entrant.run(entrant.repeats)
    entrant.samples.push(seconds / entrant.repeats)
    if (processorSeconds !== undefined) entrant.processorSamples.push(processorSeconds / entrant.repeats)
    entrant.answer = answer
    entrant.facts = facts
    if (peakBytes !== undefined) entrant.peakBytes = Math.max(peakBytes, entrant.peakBytes ?? 0)
  } catch (problem) {
    giveUp(entrant, problem)
  }
}

/** A peer that cannot run is reported with its reason; our own code failing ends the benchmark. */
function giveUp(entrant, problem) {
  if (entrant.ours) throw problem
  entrant.absent = problem.message
  entrant.samples.length = 0
  entrant.processorSamples.length = 0
}
