// How long the command line takes to answer `--help`, and the least that a command does, against the bare Node process it runs in.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url))

export const title = 'Start-up of the command line: rankwright --help, and small commands'
export const setup = () => {
  if (!existsSync(main)) throw new Error('The command line is not built; run `npm run build` first.')
}
/** "Under twice bare Node": node's time / ours of more than a half. */
export const variants = [
  { name: 'rankwright --help', leastRatios: { 'node -e 0': 0.5 }, run: () => runNode([main, '--help']) },
  { name: 'rankwright bound --list', run: () => runNode([main, 'bound', '--list']) },
  { name: 'rankwright inspect -', run: () => runNode([main, 'inspect', '-'], '1 qid:1 1:0.5\n0 qid:1 1:0.25\n') },
]
/** A command has a thread of its own, whatever it does. */
const emptyThread = 'new (require("node:worker_threads").Worker)("0", { eval: true })'
export const peers = [
  { name: 'node -e 0', run: () => runNode(['-e', '0']) },
  { name: 'node with an empty thread', run: () => runNode(['-e', emptyThread]) },
]

function runNode(args, input = '') {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', input })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with status ${status}: ${stderr}`)
}
