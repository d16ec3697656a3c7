// Preloaded into a measured Node program: writes its memory high-water mark down as it exits. `resourceUsage` would not do
// alone: on Linux its figure begins at the size of whoever started the program.
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { highWaterMark } from './peakMemory.mjs'

if (isMainThread && process.env.BENCH_PEAK_FILE !== undefined) {
  const file = process.env.BENCH_PEAK_FILE
  delete process.env.BENCH_PEAK_FILE
  process.on('exit', () => writeFileSync(file, String(highWaterMark() ?? process.resourceUsage().maxRSS * 1024)))
}
