import { finish, type Progress, RankwrightError, type Runtime, type StopFlag, type TrainerResult, training } from '@rankwright/core'
import { callback, requireArguments } from '@rankwright/core/arguments'
import { tuneOnValid } from '@rankwright/core/experiments'
import { type FoldMeasurements, tuneFold } from '@rankwright/core/trainers'
import type { Answer, ComputeChoice, FoldOrder, MeasuredFold, Order, TrainOrder, TrialsOrder, TuneOrder } from './messages.ts'
import { sharedStopFlag } from './sharedStopFlag.ts'
import { throttledProgress } from './throttledProgress.ts'

export interface OpenRuntime {
  readonly runtime: Runtime
  /** Ends the threads behind it, where there are any. */
  close(): void
}

/** How a platform gets what trainers run on. */
export type OpenRuntimeFor = (threads: number, options: { readonly stop?: StopFlag; readonly compute?: ComputeChoice }) => OpenRuntime

/** The worker's side: gives a function that carries out an order and answers through `post`. */
export function takeOrders(
  post: (answer: Answer<TrainerResult | MeasuredFold | FoldMeasurements>) => void,
  openRuntime: OpenRuntimeFor,
): (order: Order) => void {
  requireArguments({ post, openRuntime }, { post: callback, openRuntime: callback })
  let tuning: TuneOrder | undefined
  const answering = (
    { threads, compute }: Pick<TrainOrder, 'threads' | 'compute'>,
    stop: StopFlag | undefined,
    work: (runtime: Runtime) => TrainerResult | MeasuredFold | FoldMeasurements,
  ) => {
    let open: OpenRuntime | undefined
    try {
      open = openRuntime(threads, { ...(stop && { stop }), ...(compute && { compute }) })
      post({ kind: 'done', result: work(open.runtime) })
    } catch (error) {
      post(error instanceof RankwrightError ? { kind: 'refused', problems: error.problems } : { kind: 'failed', error })
    } finally {
      open?.close()
    }
  }
  return (order) => {
    switch (order.kind) {
      case 'train':
        return answering(order, order.stop && sharedStopFlag(order.stop), (runtime) => trained(order, runtime))
      case 'trials':
        return answering(order, undefined, (runtime) => measuredTrials(order, runtime))
      case 'tune':
        tuning = order
        return
      case 'fold': {
        if (tuning === undefined) throw new Error('a fold was ordered before the data')
        const { lists, plan } = tuning
        return answering(tuning, undefined, (runtime) => measuredFold(order, { lists, plan }, runtime))
      }
    }
  }

  function trained({ lists, options }: TrainOrder, runtime: Runtime): TrainerResult {
    const tell = throttledProgress((step) => post({ kind: 'progress', step }))
    return finish(training(lists, options, runtime), tell)
  }

  function measuredTrials({ lists, plan, on }: TrialsOrder, runtime: Runtime): FoldMeasurements {
    const tell = throttledProgress((step) => post({ kind: 'progress', step }))
    const trials = 'fold' in on ? tuneFold(lists, plan, on.fold, runtime) : tuneOnValid(lists, on.valid, plan, runtime)
    return finish(trials, tell)
  }

  /** Reports each finished trial, and how far the training of the next one is. */
  function measuredFold({ fold }: FoldOrder, { lists, plan }: Pick<TuneOrder, 'lists' | 'plan'>, runtime: Runtime): MeasuredFold {
    const tell = (step: Progress) => post({ kind: 'progress', step })
    const tellNow = throttledProgress(tell)
    const measured = finish(tuneFold(lists, plan, fold, runtime), (step) => (step.stage === 'trial' ? tell : tellNow)(step))
    return { fold, measured }
  }
}
