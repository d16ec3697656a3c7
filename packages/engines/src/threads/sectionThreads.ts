import { Worker } from 'node:worker_threads'
import { RankwrightError } from '@rankwright/core'
import type { OperationName, PartOf } from '@rankwright/core/runtime'
import type { Forgotten, SectionAnswer, SectionOrder } from './messages.ts'

interface Waiting {
  readonly order: object
  /** The only thread that should take it. */
  readonly place: number | undefined
  settle(parts: readonly object[]): void
  fail(error: unknown): void
}

/** A thread that was started, or can be. */
interface Place {
  worker: Worker | undefined
  waiting: Waiting | undefined
}

/** Threads that take sections as they become free. The answers do not depend on who gives them. */
export class SectionThreads {
  readonly #places: readonly Place[]
  readonly #queue: Waiting[] = []

  constructor(threads: number) {
    this.#places = Array.from({ length: threads }, () => ({ worker: undefined, waiting: undefined }))
  }

  /** The parts that a section contributes. Where answers leave something for the next, a section has a thread of its own. */
  ask<Name extends OperationName>(order: SectionOrder<Name>): Promise<readonly PartOf<Name>[]> {
    const place = order.keeping === undefined ? undefined : order.section % this.#places.length
    return new Promise((settle, fail) => {
      this.#queue.push({ order, place, settle: (parts) => settle(parts as readonly PartOf<Name>[]), fail })
      this.#next()
    })
  }

  /** A file is not asked about any more. */
  forget(path: string): void {
    for (const { worker } of this.#places) worker?.postMessage({ forget: path } satisfies Forgotten)
  }

  /** Drops what nobody has begun. */
  drop(error: unknown): void {
    for (const { fail } of this.#queue.splice(0)) fail(error)
  }

  async close(): Promise<void> {
    this.drop(new Error('the lists were closed'))
    await Promise.all(this.#places.map(({ worker }) => worker?.terminate()))
  }

  #next(): void {
    for (const [number, place] of this.#places.entries()) {
      if (place.waiting !== undefined) continue
      const first = this.#queue.findIndex((waiting) => waiting.place === undefined || waiting.place === number)
      if (first < 0) continue
      const [waiting] = this.#queue.splice(first, 1)
      place.waiting = waiting
      place.worker ??= this.#started(place)
      place.worker.ref() // the process lives until the answer is there
      place.worker.postMessage(waiting.order)
    }
  }

  #started(place: Place): Worker {
    const worker = new Worker(new URL('./sectionWorker.js', import.meta.url), { execArgv: [] }) // flags such as --input-type do not fit a worker
    worker.on('message', (answer: SectionAnswer) => {
      const { waiting } = place
      place.waiting = undefined
      worker.unref()
      if ('parts' in answer) waiting?.settle(answer.parts)
      else waiting?.fail(failureOf(answer.failure))
      this.#next()
    })
    worker.on('error', (error) => this.#lost(place, worker, error))
    worker.on('exit', (code) => this.#lost(place, worker, new Error(`a thread ended with code ${code} and without an answer`)))
    return worker
  }

  /** Its work is given up: it would end the next thread as well. */
  #lost(place: Place, worker: Worker, error: unknown): void {
    if (place.worker !== worker) return
    const { waiting } = place
    place.worker = undefined
    place.waiting = undefined
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
