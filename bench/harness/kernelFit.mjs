// One fit of bench/kernel-fit.mjs: `node kernelFit.mjs COMPUTE SCRATCH CASE` prints its seconds, processor seconds and answer as JSON.
import { performance } from 'node:perf_hooks'
import { finish, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'
import { kernelRows } from './kernelRows.mjs'

const [compute, scratch, text] = process.argv.slice(2)
const { points, lambda, kernelWidth, ...given } = JSON.parse(text)
const { lists } = kernelRows(given, scratch)
const { runtime, close } = runtimeFor(1, { compute })
const basis = points === undefined ? {} : { basis: points, lambda, kernelWidth }
const begin = performance.now()
const processorBegin = process.cpuUsage()
const { objective, iterations } = finish(training(lists, { method: 'rankrls', scale: 'none', missing: 'zero', ...basis }, runtime))
const seconds = (performance.now() - begin) / 1000
const { user, system } = process.cpuUsage(processorBegin)
close()
console.log(
  JSON.stringify({
    seconds,
    processorSeconds: (user + system) / 1e6,
    ...(points !== undefined && { answer: objective, facts: { iterations } }),
  }),
)
