// One fit of bench/lambdamart.mjs: `node lambdaMartFit.mjs SCRATCH ROWS LEAVES TREES THREADS` prints its figures as JSON.
import { performance } from 'node:perf_hooks'
import { evaluate, finish, score, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'
import { lambdaMartRows } from './lambdaMartRows.mjs'
import { settings } from './lambdaMartTrees.mjs'
import { highWaterMark } from './peakMemory.mjs'

const [scratch, ...numbers] = process.argv.slice(2)
const [rows, leaves, trees, threads] = numbers.map(Number)
const { lists } = lambdaMartRows(rows, scratch)
const { runtime, close } = runtimeFor(threads)
const begin = performance.now()
const processorBegin = process.cpuUsage()
const { model } = finish(training(lists, { ...settings, leaves, trees }, runtime))
const seconds = (performance.now() - begin) / 1000
const { user, system } = process.cpuUsage(processorBegin)
const peakBytes = highWaterMark()
const { metrics } = evaluate(score(model, lists, runtime), lists, { metrics: ['ndcg@10'] })
close()
const facts = { 'NDCG@10': metrics['ndcg@10'].toFixed(4) }
console.log(JSON.stringify({ seconds, processorSeconds: (user + system) / 1e6, peakBytes, facts }))
