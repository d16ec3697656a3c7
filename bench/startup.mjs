// How long the command line takes to answer `--help`, against the bare Node process it runs in.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url))

export const title = 'Start-up of the command line: rankwright --help'
export const setup = () => {
  if (!existsSync(main)) throw new Error('The command line is not built; run `npm run build` first.')
}
/** "Under twice bare Node": node's time / ours of more than a half. */
export const variants = [{ name: 'rankwright --help', goals: { 'node -e 0': 0.5 }, run: () => runNode([main, '--help']) }]
export const peers = [{ name: 'node -e 0', run: () => runNode(['-e', '0']) }]

function runNode(args) {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with status ${status}: ${stderr}`)
}
