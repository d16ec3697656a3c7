// What takes part in a benchmark: a function of ours, a function in this process, or a function in a Python process.
// `run(repeats)` gives { seconds, processorSeconds?, answer?, peakBytes?, facts? } for all the repeats together.
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

export function oursEntrant(variant, data, given) {
  return { ...entrant(variant), ours: true, ...inThisProcess(variant, data, given) }
}

export function peerEntrant(peer, { data, given, input, python }) {
  const runner = peer.python === undefined ? inThisProcess(peer, data, given) : inPython(peer, input, python)
  return { ...entrant(peer), ours: false, ...runner }
}

function entrant({ name, threads = 1, leastRatios, against, peakLimit }) {
  return { name, threads, leastRatios, against, peakLimit, absent: undefined, samples: [], processorSamples: [], repeats: 1 }
}

function inThisProcess(definition, data, given) {
  let prepared = data
  return {
    async prepare() {
      if (definition.prepare) prepared = await definition.prepare(data, given)
    },
    async run(repeats) {
      collectGarbage()
      const begin = performance.now()
      const processorBegin = process.cpuUsage()
      let result
      let toldSeconds = 0
      for (let repeat = 0; repeat < repeats; repeat++) {
        result = definition.run(prepared, given)
        if (result instanceof Promise) result = await result
        toldSeconds += result?.seconds ?? 0
      }
      const seconds = (performance.now() - begin) / 1000
      const { user, system } = process.cpuUsage(processorBegin)
      const processorSeconds = (user + system) / 1e6
      if (typeof result !== 'object' || result === null) return { seconds, processorSeconds, answer: result }
      return result.seconds === undefined ? { ...result, seconds, processorSeconds } : { ...result, seconds: toldSeconds }
    },
    async close() {
      await definition.close?.(prepared, given)
    },
  }
}

function inPython(peer, input, python) {
  const worker = () => python.worker(peer.threads ?? 1)
  return {
    prepare: async () => (await worker()).ask({ do: 'prepare', peer: peer.python, input }),
    run: async (repeats) => (await worker()).ask({ do: 'run', peer: peer.python, repeats }),
    close: async () => (await worker()).ask({ do: 'forget', peer: peer.python }),
  }
}
