// Python processes that run the peers of bench/python/peers_<benchmark>.py. One request is one line of JSON, so is its
// answer; the clock runs inside Python, so the pipe does not count.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pythonForPeers } from '../python/setup.mjs'

const script = join(dirname(dirname(fileURLToPath(import.meta.url))), 'python', 'worker.py')

/** One process per number of threads, begun when first asked for. */
export class PythonWorkers {
  #benchmark
  #workers = new Map()

  constructor(benchmark) {
    this.#benchmark = benchmark
  }

  worker(threads) {
    if (!this.#workers.has(threads)) this.#workers.set(threads, PythonWorker.begin(this.#benchmark, threads))
    return this.#workers.get(threads)
  }

  /** Python's version and those of the packages the peers loaded, as reported by the processes. */
  versions() {
    return this.#versions
  }

  #versions

  async close() {
    for (const begun of this.#workers.values()) {
      const worker = await begun.catch(() => undefined)
      this.#versions ??= await worker?.ask({ do: 'versions' }).then(
        ({ versions }) => versions,
        () => undefined,
      )
      worker?.close()
    }
  }
}

class PythonWorker {
  #process
  #waiting = []
  #lastWords = ''

  static async begin(benchmark, threads) {
    const { path, absent } = pythonForPeers(benchmark)
    if (path === undefined) throw new Error(absent)
    return new PythonWorker(path, benchmark, threads)
  }

  constructor(python, benchmark, threads) {
    const count = String(threads)
    const environment = {
      ...process.env,
      OMP_NUM_THREADS: count,
      OPENBLAS_NUM_THREADS: count,
      MKL_NUM_THREADS: count,
      NUMEXPR_NUM_THREADS: count,
      BENCH_THREADS: count,
      PYTHONDONTWRITEBYTECODE: '1',
    }
    this.#process = spawn(python, ['-u', script, benchmark], { env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
    this.#process.stderr.on('data', (text) => (this.#lastWords = (this.#lastWords + text).slice(-2000)))
    this.#process.stdin.on('error', () => {})
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#waiting.shift()?.resolve(JSON.parse(line)))
    const end = (reason) => {
      for (const { reject } of this.#waiting.splice(0))
        reject(new Error(`${reason} ${this.#lastWords.trim().split('\n').at(-1) ?? ''}`.trim()))
    }
    this.#process.on('error', (problem) => end(`Python did not start: ${problem.message}.`))
    this.#process.on('close', (status) => end(`Python ended with status ${status}.`))
  }

  async ask(request) {
    if (this.#process.exitCode !== null) throw new Error(`Python ended with status ${this.#process.exitCode}. ${this.#lastWords.trim()}`)
    const answer = await new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#process.stdin.write(`${JSON.stringify(request)}\n`)
    })
    if (answer.problem !== undefined) throw new Error(answer.problem)
    return answer
  }

  close() {
    this.#process.stdin.end()
  }
}
