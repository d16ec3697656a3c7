import { madeBy } from '@rankwright/core/arguments'
import type { Answer, Order } from './messages.ts'

/** A worker, seen from the thread that asks. */
export interface StartedWorker {
  /** The buffers in `moved` are handed over without a copy, and are empty here afterwards. */
  post(order: Order, moved?: readonly ArrayBuffer[]): void
  /** Ends the worker at once. */
  end(): unknown
}

/** Receives what comes from a worker. */
export interface WorkerEvents<Result> {
  onAnswer(answer: Answer<Result>): void
  /** The worker could not start, or ended without an answer. */
  onLost(error: unknown): void
}

/** How a platform starts a worker that obeys `takeOrders`. */
export type StartWorker = <Result>(events: WorkerEvents<Result>) => StartedWorker

const startedShape = madeBy('starting a worker', 'post', 'end')

/** Throws unless `start` gave a worker. */
export function requireStarted(started: StartedWorker): void {
  startedShape('what start gives', started)
}
