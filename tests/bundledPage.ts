// A program for a web page that imports `rankwright` as one on Node does. Runs in Chromium, bundled by vite.
import { trainInWorker as trainInPageWorker } from '@rankwright/browser'
import {
  evaluate,
  modelToJson,
  type Progress,
  type RankwrightError,
  rankingLists,
  readLists,
  readModel,
  seededRandom,
  sharedLists,
  sharedStopFlag,
  train,
  trainAsync,
  trainInWorker,
  tune,
  tuneInWorkers,
} from 'rankwright'

const options = { method: 'listnet', iterations: 20 } as const
const tuning = { method: 'least-squares', folds: 3, grid: { lambda: [1, 0.01] } } as const

function sample(rows: number, width: number) {
  const random = seededRandom(4)
  const features = Array.from({ length: rows }, () => Array.from({ length: width }, () => random.uniform()))
  return rankingLists({ features, labels: features.map((row) => Math.round(3 * row[0])), lists: features.map((_, row) => row % 20) })
}

/** What a page does with the library; the same numbers come out on Node. */
export async function useLibrary(): Promise<Record<string, unknown>> {
  const file = new File(['qid,label,price,stars\na,2,1,5\na,0,3,1\na,1,2,2\nb,1,4,4\nb,0,5,3\n'], 'shoes.csv')
  const lists = await readLists(file)
  const model = train(lists, options)
  const { metrics } = evaluate(model, lists, { metrics: ['ndcg@10'], confidence: 0 })
  const text = modelToJson(model)
  const back = modelToJson(await readModel(new Blob([text])))
  return { lists: lists.listIds, text, back: back === text, metrics }
}

/** Trains, tunes, stops and aborts in workers. */
export async function useWorkers(): Promise<Record<string, unknown>> {
  const lists = sample(400, 8)
  const here = modelToJson(train(lists, options))
  const steps: Progress[] = []
  const { model } = await trainInWorker(lists, options, { onProgress: (step) => steps.push(step) })
  const kept = lists.labels.length
  const moved = sample(400, 8)
  const byMove = await trainAsync(moved, options, { data: 'move' })
  const worker = () => new Worker(new URL('./ownWorker.ts', import.meta.url), { type: 'module' })
  const { model: byOwn } = await trainInPageWorker(lists, options, { worker })
  const shared = sharedLists(lists)
  const byShare = await trainAsync(shared, options)
  let trials = 0
  const { result } = await tuneInWorkers(lists, tuning, { threads: 2, onProgress: ({ done }) => (trials = done) })
  const code = (error: RankwrightError) => error.problems[0].code
  return {
    isolated: typeof SharedArrayBuffer !== 'undefined',
    inShared: typeof SharedArrayBuffer !== 'undefined' && shared.labels.buffer instanceof SharedArrayBuffer,
    same: [model, byMove, byShare, byOwn].map((each) => modelToJson(each) === here),
    told: steps.length > 0,
    lengths: [kept, moved.labels.length],
    tuned: JSON.stringify(result) === JSON.stringify(tune(lists, tuning)),
    trials,
    refused: await trainAsync(lists, { method: 'listnet', iterations: -1 }).catch(code),
    stopped: await stoppedTraining().catch(code),
    aborted: await abortedTraining().catch((error: Error) => error.message),
  }
}

/** Far more work than a test has time for, so that it ends by being stopped. */
const endless = { method: 'abstaining', hypothesis: 'network', norm: 'inf', hidden: 13, batch: 50, iterations: 1_000_000 } as const

function stoppedTraining(): Promise<unknown> {
  const stop = sharedStopFlag()
  return trainInWorker(sample(400, 8), endless, { stop, onProgress: () => stop.raise() })
}

function abortedTraining(): Promise<unknown> {
  const control = new AbortController()
  return trainInWorker(sample(400, 8), endless, { signal: control.signal, onProgress: () => control.abort(new Error('enough')) })
}
