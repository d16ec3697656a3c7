/** How many threads each worker may use: no more workers than folds, no more threads than there are in all. */
export function threadsOfWorkers(threads: number, folds: number): number[] {
  const workers = Math.max(1, Math.min(threads, folds))
  return Array.from({ length: workers }, (_, worker) => Math.max(1, Math.floor(threads / workers) + (worker < threads % workers ? 1 : 0)))
}
