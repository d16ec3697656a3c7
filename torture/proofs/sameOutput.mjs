// Two and four processes write the same outputs at once, each with a seed of its own.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '@rankwright/core'
import { cli, preparedFolder } from '../writers.mjs'

/** Commands whose seed shows in every file they write, and a stream, whose state is the same after any of them alone. */
const contested = {
  'a model and its statistics': (seed) =>
    `train data.txt --method elmrank --nodes 4 --seed ${seed} --statistics out/race/sums.json --out out/race/model.json`,
  'the same, named in another order': (seed) =>
    `train data.txt --method elmrank --nodes 4 --seed ${seed} --out out/race/model.json --statistics out/race/../race/sums.json`,
  'a new folder of folds': (seed) => `split data.txt --folds 2 --seed ${seed} --out out/race/folds`,
  'the state of a stream': () => 'stream data.txt --target utility --learner linear --state out/race/state.json --save-every 3',
  'folds that are there': (seed) => `split data.txt --folds 3 --seed ${seed} --out out/folds`,
}

export const proof = {
  name: 'same-output',
  about: 'Of two or four processes that write the same files, one wins as a whole: no file of one stands beside a file of another.',
  rounds: { test: 1, torture: 60 },
  async run({ rounds, seed, log }) {
    const folder = await preparedFolder()
    const random = seededRandom(seed)
    const failures = []
    try {
      for (let round = 0; round < rounds; round++) {
        const names = Object.keys(contested)
        const name = rounds < names.length ? names[random.integer(names.length)] : names[round % names.length]
        const processes = round % 2 === 0 ? 2 : 4
        const failure = await broken(contested[name], folder, processes, 10 * round)
        if (failure !== undefined) failures.push(`${name}, ${processes} processes, round ${round}: ${failure}`)
        if (round % 10 === 9) log(`${round + 1} of ${rounds} rounds`)
      }
      return { tried: rounds, failures }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function broken(wordsFor, folder, processes, firstSeed) {
  const race = join(folder, 'out', 'race')
  rmSync(race, { recursive: true, force: true })
  mkdirSync(race)
  const seeds = Array.from({ length: processes }, (_, at) => firstSeed + at + 1)
  const outcomes = await Promise.all(seeds.map((seed) => called(wordsFor(seed), folder)))
  const strange = outcomes.find(({ status, stderr }) => status !== 0 && !(status === 1 && /meanwhile|is working on it/.test(stderr)))
  if (strange !== undefined) return `one ended with ${strange.status}: ${strange.stderr}`
  if (outcomes.every(({ status }) => status !== 0)) return 'none of them succeeded'
  const hidden = readdirSync(join(folder, 'out'), { recursive: true }).filter((name) => /(?:^|\/)\./.test(name))
  if (hidden.length > 0) return `left behind: ${hidden.join(', ')}`
  const found = written(wordsFor, folder)
  const winners = []
  for (const [at, seed] of seeds.entries()) {
    if (outcomes[at].status !== 0) continue
    rmSync(race, { recursive: true, force: true })
    mkdirSync(race)
    await called(wordsFor(seed), folder)
    if (JSON.stringify(written(wordsFor, folder)) === JSON.stringify(found)) winners.push(seed)
  }
  return winners.length > 0 ? undefined : 'the files are of no single process'
}

/** What the contested outputs hold. */
function written(wordsFor, folder) {
  const where = wordsFor(0).includes('out/race') ? 'race' : 'folds'
  return readdirSync(join(folder, 'out', where), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, readFileSync(path, 'base64')])
}

function called(words, folder) {
  return new Promise((settle) => {
    const child = spawn(process.execPath, [cli, ...words.split(' ')], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (text) => (stderr += text))
    child.on('close', (status) => settle({ status, stderr }))
  })
}
