// `stream --state`, with and without `--key`, is killed (SIGKILL) again and again while it prints series, and called again with the same words. What it
// printed it has acknowledged.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@rankwright/core'
import { readStreamState } from '@rankwright/node'
import { cli, snapshot } from '../writers.mjs'

const series = 60
const keys = ['north', 'south', 'west']
const ways = {
  'one stream': 'stream one.csv --learner linear --save-every 3 --state out/state.json',
  'streams by key': 'stream keyed.csv --key shop --learner linear --save-every 4 --streams-in-memory 2 --state out/streams',
}

export const proof = {
  name: 'killed-streams',
  about: 'A stream that is killed at any moments has every series that it printed in its state, and ends in the bytes of an unbroken one.',
  rounds: { test: 4, torture: 200 },
  async run({ rounds, seed, log }) {
    const random = seededRandom(seed)
    const folder = mkdtempSync(join(tmpdir(), 'rankwright-killed-'))
    const failures = []
    let kills = 0
    try {
      writeFileSync(join(folder, 'one.csv'), table([''], random))
      writeFileSync(join(folder, 'keyed.csv'), table(keys, random))
      const unbroken = {}
      for (const way of Object.keys(ways)) {
        const { status } = await called(folder, way)
        if (status !== 0) throw new Error(`${way} ended with ${status}`)
        unbroken[way] = snapshot(join(folder, 'out'))
        rmSync(join(folder, 'out'), { recursive: true })
      }
      for (let round = 0; kills < rounds; round++) {
        const way = Object.keys(ways)[round % 2]
        const told = new Map()
        // At most so many kills in a row, then the stream runs to its end.
        for (let left = Math.min(1 + random.integer(6), rounds - kills); ; left--) {
          const killed = left > 0 && { lines: random.integer(series), milliseconds: 20 * random.uniform() }
          const { status, lines } = await called(folder, way, killed)
          for (const { key = '', series: number } of lines) told.set(key, Math.max(told.get(key) ?? 0, number))
          const where = `${way}, round ${round} of seed ${seed}, after ${kills} kills`
          for (const lost of await lostSeries(join(folder, 'out'), told)) failures.push(`${where}: ${lost}`)
          if (status === null) kills++
          else if (status !== 0) failures.push(`${where}: the next call ended with ${status}`)
          if (status !== null) break
          if (kills % 20 === 0) log(`${kills} of ${rounds} kills`)
        }
        if (snapshot(join(folder, 'out')) !== unbroken[way])
          failures.push(`${way}, round ${round} of seed ${seed}: other bytes than unbroken`)
        rmSync(join(folder, 'out'), { recursive: true, force: true })
        if (failures.length > 20) break
      }
      return { tried: kills, failures }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Series of four items; with several keys they take turns. */
function table(names, random) {
  const rows = [names.length === 1 ? 'qid,item,rank,a,b' : 'shop,qid,item,rank,a,b']
  for (let number = 0; number < series; number++) {
    const own = names.length === 1 ? '' : `${names[random.integer(names.length)]},`
    const ranks = random.shuffle(Uint32Array.from([1, 2, 3, 4]))
    for (const [item, rank] of ranks.entries())
      rows.push(`${own}${number},item ${item},${rank},${random.normal()},${random.normal() - rank}`)
  }
  return `${rows.join('\n')}\n`
}

/** Exit code (null if it was killed) and the lines that were printed as a whole. It is killed some time after so many lines. */
function called(folder, way, killed) {
  mkdirSync(join(folder, 'out'), { recursive: true })
  return new Promise((settle) => {
    const words = `${ways[way]} --label rank --item item`.split(' ')
    const child = spawn(process.execPath, [cli, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    let text = ''
    let timer
    const watch = () => {
      if (killed && timer === undefined && text.split('\n').length > killed.lines)
        timer = setTimeout(() => child.kill('SIGKILL'), killed.milliseconds)
    }
    child.stdout.on('data', (chunk) => {
      text += chunk
      watch()
    })
    child.on('spawn', watch)
    child.on('close', (status) => {
      clearTimeout(timer)
      const lines = text
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith('{"'))
      settle({ status, lines: lines.map((line) => JSON.parse(line)).filter(({ id }) => id !== undefined) })
    })
  })
}

/** Series that were printed and are not in the states. */
async function lostSeries(out, told) {
  const lost = []
  for (const [key, number] of told) {
    const kept = await learned(out, key)
    if (kept < number) lost.push(`series ${number} of "${key}" was printed, but ${kept} are in the state`)
  }
  return lost
}

async function learned(out, key) {
  const file = key === '' ? join(out, 'state.json') : join(out, 'streams', `${key}.json`)
  const state = existsSync(file) ? await readStreamState(file) : undefined
  return state?.state.evaluation.series ?? 0
}
