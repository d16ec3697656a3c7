// `experiment` is killed (SIGKILL) again and again at random moments, and called again with the same words until it ends.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@rankwright/core'
import { cli } from '../writers.mjs'

const words = 'experiment trial.json --out out'

export const proof = {
  name: 'killed-experiments',
  about:
    'An experiment that is killed at any moments and called again ends with the bytes of an unbroken one: results, models, scores and report.',
  rounds: { test: 1, torture: 20 },
  async run({ rounds, seed, log }) {
    const random = seededRandom(seed)
    const folder = mkdtempSync(join(tmpdir(), 'rankwright-experiment-'))
    const failures = []
    let kills = 0
    try {
      makeInputs(folder, random)
      const start = performance.now()
      const whole = await called(folder)
      if (whole !== 0) throw new Error(`the experiment ended with ${whole}`)
      const length = performance.now() - start
      const unbroken = contentOf(join(folder, 'out'))
      for (let round = 1; kills < rounds; round++) {
        rmSync(join(folder, 'out'), { recursive: true })
        // At most so many kills in a row, then it runs to its end.
        for (let left = Math.min(1 + random.integer(4), rounds - kills); ; left--) {
          const status = await called(folder, left > 0 ? length * random.uniform() : undefined)
          const where = `round ${round} of seed ${seed}, after ${kills} kills`
          if (status === null) kills++
          else if (status !== 0) failures.push(`${where}: the next call ended with ${status}`)
          if (status !== null) break
        }
        const found = contentOf(join(folder, 'out'))
        for (const name of new Set([...unbroken.keys(), ...found.keys()]))
          if (unbroken.get(name) !== found.get(name)) failures.push(`round ${round} of seed ${seed}: ${name} has other bytes than unbroken`)
        log(`${kills} of ${rounds} kills`)
        if (failures.length > 20) break
      }
      return { tried: kills, failures }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** A method with one setting, one with a search on inner folds, and one that halves; two seeds. */
function makeInputs(folder, random) {
  const experiment = {
    format: 'rankwright-experiment',
    version: 1,
    data: [{ file: 'lists.txt', folds: 2 }],
    methods: [
      'least-squares',
      { method: 'ranksvm', try: { lambda: [0.1, 1] }, innerFolds: 2 },
      {
        method: 'lambdamart',
        options: { trees: 5 },
        try: { leaves: { from: 2, to: 8 } },
        search: 'random',
        trials: 3,
        halving: 'on',
        innerFolds: 2,
      },
    ],
    seeds: [1, 2],
  }
  writeFileSync(join(folder, 'trial.json'), JSON.stringify(experiment))
  const rows = []
  for (let list = 0; list < 24; list++) {
    for (let item = 0; item < 6; item++) {
      const values = Array.from({ length: 4 }, () => random.normal())
      const label = values[0] + 0.5 * random.normal() > 0.5 ? 1 : 0
      rows.push(`${label} qid:${list} ${values.map((value, feature) => `${feature + 1}:${value.toFixed(3)}`).join(' ')}\n`)
    }
  }
  writeFileSync(join(folder, 'lists.txt'), rows.join(''))
}

/** Results, models, scores and the report by name, and that nothing half-written is left. The files of parts hold times. */
function contentOf(out) {
  const content = new Map()
  for (const name of readdirSync(out, { recursive: true }).sort()) {
    if (/^(?:parts|folds)[/\\]?/.test(name) && !/(?:^|[/\\])\./.test(name)) content.set(name, 'there')
    else if (/\.(?:json|csv|html)$/.test(name)) content.set(name, readFileSync(join(out, name), 'utf8'))
    else content.set(name, 'there')
  }
  if (existsSync(`${out}.lock`)) content.set('out.lock', 'there')
  return content
}

/** The exit code; null if it was killed. */
function called(folder, killAfter) {
  return new Promise((settle) => {
    const child = spawn(process.execPath, [cli, ...words.split(' ')], { cwd: folder, stdio: 'ignore' })
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
    child.on('close', (status) => {
      clearTimeout(timer)
      settle(status)
    })
  })
}
