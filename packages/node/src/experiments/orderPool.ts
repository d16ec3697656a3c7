import type { Progress } from '@rankwright/core'
import { RankwrightError } from '@rankwright/core'
import { type Answer, type ComputeChoice, failureOf, type StartedWorker, type TrainOrder, type TrialsOrder } from '@rankwright/workers'
import { startThread } from '../workers/startThread.ts'

/** An order without what the pool decides: how many threads it gets. */
export type PooledOrder = Omit<TrainOrder, 'threads' | 'compute'> | Omit<TrialsOrder, 'threads' | 'compute'>

interface Waiting {
  readonly order: PooledOrder
  readonly onProgress: (step: Progress) => void
  readonly settle: (result: never) => void
  readonly fail: (error: unknown) => void
}

/**
 * Worker threads that carry out orders, one each at a time. The pool alone deals out the threads: many orders get one each, and orders that are
 * fewer than the threads share them.
 */
export class OrderPool {
  readonly #threads: number
  readonly #compute: ComputeChoice
  readonly #idle: StartedWorker[] = []
  readonly #all = new Set<StartedWorker>()
  readonly #waiting: Waiting[] = []
  /** What the order of a worker is told. */
  readonly #busy = new Map<StartedWorker, Waiting>()
  #free: number
  #ended = false

  constructor(threads: number, compute: ComputeChoice) {
    this.#threads = threads
    this.#compute = compute
    this.#free = threads
  }

  get threads(): number {
    return this.#threads
  }

  ask<Result>(order: PooledOrder, onProgress: (step: Progress) => void): Promise<Result> {
    return new Promise((settle, fail) => {
      if (this.#ended) return fail(stopped())
      this.#waiting.push({ order, onProgress, settle, fail })
      // After this turn: orders that come together share the threads.
      queueMicrotask(() => this.#deal())
    })
  }

  async end(): Promise<void> {
    this.#ended = true
    for (const { fail } of this.#waiting.splice(0)) fail(stopped())
    await Promise.all([...this.#all].map((worker) => worker.end()))
  }

  #deal(): void {
    while (this.#free > 0 && this.#waiting.length > 0 && !this.#ended) {
      const threads = Math.max(1, Math.floor(this.#free / this.#waiting.length))
      const work = this.#waiting.shift()!
      this.#free -= threads
      this.#start(work, threads)
    }
  }

  #start(work: Waiting, threads: number): void {
    const worker = this.#idle.pop() ?? this.#startWorker()
    this.#busy.set(worker, {
      ...work,
      settle: (result) => this.#done(worker, threads, () => work.settle(result)),
      fail: (error) => this.#done(worker, threads, () => work.fail(error)),
    })
    worker.post({ ...work.order, threads, compute: this.#compute })
  }

  #done(worker: StartedWorker, threads: number, tell: () => void): void {
    this.#busy.delete(worker)
    this.#free += threads
    if (this.#all.has(worker)) this.#idle.push(worker)
    tell()
    queueMicrotask(() => this.#deal())
  }

  #startWorker(): StartedWorker {
    const worker: StartedWorker = startThread<never>({
      onAnswer: (answer: Answer<never>) => {
        const work = this.#busy.get(worker)
        if (answer.kind === 'progress') work?.onProgress(answer.step)
        else if (answer.kind === 'done') work?.settle(answer.result)
        else work?.fail(failureOf(answer))
      },
      onLost: (error) => {
        this.#all.delete(worker)
        const lost = this.#ended ? stopped() : error
        this.#busy.get(worker)?.fail(lost)
      },
    })
    this.#all.add(worker)
    return worker
  }
}

function stopped(): RankwrightError {
  return new RankwrightError({ area: 'model', code: 'training-stopped' })
}
