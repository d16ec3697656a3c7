// `npm start`: sets up what is missing, then runs the demonstration on bundled data.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root, setUp } from './setup.mjs'

await setUp()
const { status } = spawnSync(process.execPath, [join(root, 'packages', 'cli', 'dist', 'main.js'), 'demo', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
