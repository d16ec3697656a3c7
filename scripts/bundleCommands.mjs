// The commands, put together into few files: a command then starts without opening the two hundred modules it is written in, which
// takes longer than what most commands do. See docs/decisions/commands-are-bundled.md.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Every file that a thread is started from. They find each other by name, so they stand in one folder. */
const threads = {
  commandWorker: ['cli', 'thread'],
  threadedKernelsWorker: ['node', 'workers'],
  trainWorker: ['node', 'workers'],
  tuneWorker: ['node', 'workers'],
}

export async function bundleCommands(root) {
  const dir = join(root, 'packages', 'cli', 'bundle')
  rmSync(dir, { recursive: true, force: true })
  const input = Object.fromEntries(
    Object.entries(threads).map(([name, [workspace, folder]]) => [name, join(root, 'packages', workspace, 'dist', folder, `${name}.js`)]),
  )
  const bundle = await rolldown({ cwd: root, input, platform: 'node', external: ['@duckdb/node-api'] })
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false })
  await bundle.close()
}
