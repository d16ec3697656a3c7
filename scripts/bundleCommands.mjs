// The commands, put together into few files: a command then starts without opening the two hundred modules it is written in, which
// takes longer than what most commands do. See docs/decisions/commands-are-bundled.md.
import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'

export async function bundleCommands(root) {
  const dir = join(root, 'packages', 'cli', 'bundle')
  rmSync(dir, { recursive: true, force: true })
  const threads = ['cli', 'node', 'engines'].flatMap((name) => threadFiles(join(root, 'packages', name, 'dist')))
  const input = { ...Object.fromEntries(threads), helpOf: join(root, 'packages', 'cli', 'dist', 'helpOf.js') }
  const bundle = await rolldown({ cwd: root, input, platform: 'node', external: ['@duckdb/node-api', 'n3', 'rdfxml-streaming-parser'] })
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false })
  await bundle.close()
}

/** The worker of engines as one file with everything in it, which can be copied to other machines. */
export async function bundleWorker(root) {
  const dir = join(root, 'packages', 'engines', 'bundle')
  rmSync(dir, { recursive: true, force: true })
  const input = join(root, 'packages', 'engines', 'dist', 'worker', 'workerProgram.js')
  const bundle = await rolldown({ cwd: root, input, platform: 'node' })
  await bundle.write({ file: join(dir, 'worker.mjs'), format: 'esm', comments: false, codeSplitting: false })
  await bundle.close()
}

/** Every file that a thread is started from: those called …Worker.js. They find each other by name, so they stand in one folder. */
function threadFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => /(?<!In)Worker\.js$/.test(file))
    .map((file) => [basename(file, '.js'), join(folder, file)])
}
