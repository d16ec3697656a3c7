// Commands get SIGINT at moments spread over their whole run: they end with 130 and leave no file behind.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@rankwright/core'

const program = fileURLToPath(new URL('../../packages/cli/bin/rankwright.js', import.meta.url))

/** What is run in a folder with train.txt, train.parquet and model.json; everything it writes begins with `out`. */
const commands = [
  'inspect train.txt',
  'inspect train.parquet',
  'convert train.txt out.parquet',
  'convert train.parquet out.csv.gz',
  'split train.txt --folds 5 --out out',
  'train train.txt --method listnet --out out.json',
  'train train.txt --method elmrank --out out.json --statistics out.statistics',
  'tune train.txt --method least-squares --folds 3 --out out.json',
  'score model.json train.txt --out out.txt',
  'rank model.json train.txt',
  'evaluate model.json train.txt',
  'abstain model.json train.txt --rule margin --thresholds 0.1,0.5 --choose --cost 0.1 --out out.json',
  'export model.json --to onnx --out out.onnx',
]

export const proof = {
  name: 'cancelling',
  about: 'Ctrl-C ends every command with 130 and leaves no file behind.',
  rounds: { test: 1, torture: 20 },
  async run({ rounds, seed, log }) {
    const random = seededRandom(seed)
    const folder = mkdtempSync(join(tmpdir(), 'rankwright-cancelling-'))
    const failures = []
    const milliseconds = []
    let tried = 0
    try {
      const temporary = join(folder, 'tmp')
      mkdirSync(temporary)
      const here = { cwd: folder, env: { ...process.env, TMPDIR: temporary } }
      writeFileSync(join(folder, 'train.txt'), letor(random, rounds > 1 ? 3000 : 600))
      for (const first of ['convert train.txt train.parquet', 'train train.txt --method least-squares --out model.json'])
        await run(first, here)
      const kept = readdirSync(folder).sort().join(' ')
      for (const command of commands) {
        const { code: done, after: whole } = await run(command, here)
        if (done !== 0) failures.push(`${command}: exit code ${done} without a signal`)
        clear(folder)
        for (let round = 0; round < rounds; round++) {
          const moment = Math.round(random.uniform() * whole)
          const { code, after } = await run(command, here, moment)
          const left = readdirSync(folder).sort().join(' ')
          const unfinished = readdirSync(temporary).join(' ')
          // It may have been done before the signal came; then what it wrote is whole.
          const cancelled = code !== 0
          const what = `${command}, SIGINT after ${moment} of ${Math.round(whole)} ms`
          if (cancelled && code !== 130) failures.push(`${what}: exit code ${code}`)
          if (cancelled && left !== kept) failures.push(`${what}: left ${left}`)
          if (unfinished !== '') failures.push(`${what}: left ${unfinished} among the temporary files`)
          if (cancelled && after !== undefined) milliseconds.push(after - moment)
          clear(folder)
          tried++
        }
        log(`${command}: ${rounds} times`)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    milliseconds.sort((a, b) => a - b)
    const at = (share) => Math.round(milliseconds[Math.floor(share * (milliseconds.length - 1))] ?? 0)
    log(`from the signal to the end: half within ${at(0.5)} ms, the slowest ${at(1)} ms`)
    return { tried, failures }
  },
}

/** Runs a command and gives its exit code, 128 and the signal's number where the signal ended it, and how long it ran. */
function run(command, here, interruptAfter) {
  return new Promise((settle) => {
    const begin = performance.now()
    const child = spawn(process.execPath, [program, ...command.split(' ')], { ...here, stdio: 'ignore' })
    const timer = interruptAfter === undefined ? undefined : setTimeout(() => child.kill('SIGINT'), interruptAfter)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      settle({ code: signal === 'SIGINT' ? 130 : (code ?? signal), after: performance.now() - begin })
    })
  })
}

function clear(folder) {
  for (const name of readdirSync(folder)) if (/^\.?out|^\.folds/.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

function letor(random, lists) {
  const rows = []
  for (let list = 0; list < lists; list++) {
    for (let item = 0; item < 20; item++) {
      const features = Array.from({ length: 30 }, (_, feature) => `${feature + 1}:${random.uniform().toFixed(4)}`)
      rows.push(`${random.integer(4)} qid:${list} ${features.join(' ')}\n`)
    }
  }
  return rows.join('')
}
