import { Worker } from 'node:worker_threads'
import { RankwrightError } from '@rankwright/core'
import type { OperationName, PartOf } from '@rankwright/core/runtime'
import type { SectionAnswer, SectionOrder } from './messages.ts'

interface Waiting {
  readonly order: object
  settle(parts: readonly object[]): void
  fail(error: unknown): void
}

/** Threads that take sections as they become free. The answers do not depend on who gives them. */
export class SectionThreads {
  readonly #most: number
  readonly #free: Worker[] = []
  readonly #busy = new Map<Worker, Waiting>()
  readonly #queue: Waiting[] = []

  constructor(threads: number) {
    this.#most = threads
  }

  /** The parts that a section contributes. */
  ask<Name extends OperationName>(order: SectionOrder<Name>): Promise<readonly PartOf<Name>[]> {
    return new Promise((settle, fail) => {
      this.#queue.push({ order, settle: (parts) => settle(parts as readonly PartOf<Name>[]), fail })
      this.#next()
    })
  }

  /** Drops what nobody has begun. */
  drop(error: unknown): void {
    for (const { fail } of this.#queue.splice(0)) fail(error)
  }

  async close(): Promise<void> {
    this.drop(new Error('the lists were closed'))
    await Promise.all([...this.#free, ...this.#busy.keys()].map((worker) => worker.terminate()))
  }

  #next(): void {
    while (this.#queue.length > 0) {
      const worker = this.#free.pop() ?? (this.#busy.size < this.#most ? this.#started() : undefined)
      if (worker === undefined) return
      const [waiting] = this.#queue.splice(0, 1)
      this.#busy.set(worker, waiting)
      worker.ref() // the process lives until the answer is there
      worker.postMessage(waiting.order)
    }
  }

  #started(): Worker {
    const worker = new Worker(new URL('./sectionWorker.js', import.meta.url), { execArgv: [] }) // flags such as --input-type do not fit a worker
    worker.on('message', (answer: SectionAnswer) => {
      const waiting = this.#busy.get(worker)
      this.#busy.delete(worker)
      this.#free.push(worker)
      worker.unref()
      if ('parts' in answer) waiting?.settle(answer.parts)
      else waiting?.fail(failureOf(answer.failure))
      this.#next()
    })
    worker.on('error', (error) => this.#lost(worker, error))
    worker.on('exit', (code) => this.#lost(worker, new Error(`a thread ended with code ${code} and without an answer`)))
    return worker
  }

  /** Its work is given up: it would end the next thread as well. */
  #lost(worker: Worker, error: unknown): void {
    const waiting = this.#busy.get(worker)
    this.#busy.delete(worker)
    const place = this.#free.indexOf(worker)
    if (place >= 0) this.#free.splice(place, 1)
    waiting?.fail(error)
    this.#next()
  }
}

/** Problems come over as plain data. */
function failureOf(failure: unknown): unknown {
  if (typeof failure === 'object' && failure !== null && 'problems' in failure)
    return new RankwrightError(...(failure.problems as ConstructorParameters<typeof RankwrightError>))
  return failure
}
