// The most memory a program ever held (resident set, high-water mark).
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const witness = fileURLToPath(new URL('./memoryWitness.mjs', import.meta.url))

/**
 * Runs a program to its end: { status, seconds, peakBytes, stdout, stderr }. A Node program tells its own mark as it exits;
 * any other is watched through /proc every few milliseconds (Linux), which can miss a peak in the last of them.
 */
export async function runWithPeakMemory(command, args, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-bench-'))
  const note = join(folder, 'peak')
  try {
    const isNode = command === process.execPath
    const child = spawn(command, isNode ? ['--import', pathToFileURL(witness).href, ...args] : args, {
      ...options,
      env: { ...process.env, ...options.env, BENCH_PEAK_FILE: note },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const begin = performance.now()
    let watched = 0
    const watch = setInterval(() => (watched = Math.max(watched, highWaterMark(child.pid) ?? 0)), 5)
    const [stdout, stderr, status] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      new Promise((resolve, reject) => child.on('error', reject).on('close', resolve)),
    ]).finally(() => clearInterval(watch))
    const seconds = (performance.now() - begin) / 1000
    return { status, seconds, peakBytes: Math.max(watched, notedPeak(note) ?? 0) || undefined, stdout, stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** VmHWM of a running process, in bytes; undefined where there is no /proc, or no such process any more. */
export function highWaterMark(process = 'self') {
  try {
    const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${process}/status`, 'latin1'))
    return found === null ? undefined : Number(found[1]) * 1024
  } catch {
    return undefined
  }
}

function notedPeak(file) {
  try {
    return Number(readFileSync(file, 'latin1'))
  } catch {
    return undefined
  }
}

async function textOf(stream) {
  let text = ''
  for await (const part of stream.setEncoding('utf8')) if (text.length < 1e6) text += part
  return text
}
