import { readFile } from 'node:fs/promises'
import { wasmCompute } from '@rankwright/compute'
import { RankwrightError, type StreamModel } from '@rankwright/core'
import { flagName } from '@rankwright/core/options'
import { RankingStream, type RankingStreamState, SeriesColumns, type StreamOptions } from '@rankwright/core/streaming'
import { UsageError } from '../usageError.ts'
import type { StreamCommandOptions } from './streamCommandOptions.ts'

/** One for all streams of the process. With room reserved its memory never moves, and V8 need not check its arrays for having moved. */
export const streamRuntime = { compute: wasmCompute({ reserve: 64 << 20 }) }

/** How streams begin, and which ones may be continued. */
export interface StreamStart {
  start(): { readonly stream: RankingStream; readonly columns: SeriesColumns }
  /** Throws when a stream that comes back from a file was started with other options. */
  check(stored: StreamModel, file: string): void
}

export async function streamStart(options: StreamCommandOptions, learnerOptions: Readonly<Record<string, unknown>>): Promise<StreamStart> {
  const { learner, drift, window, metrics } = options
  const asked = { learner, drift, window, ...learnerOptions } as StreamOptions
  const weights = options.initialWeights === undefined ? undefined : await readWeights(options.initialWeights)
  const initialWeights = weights && Float64Array.from(weights, ([, weight]) => weight)
  return {
    start: () => ({
      stream: new RankingStream({ runtime: streamRuntime, options: asked, metrics, ...(initialWeights && { initialWeights }) }),
      columns: new SeriesColumns(weights?.map(([name]) => name)),
    }),
    check({ state, target }, file) {
      if (weights !== undefined) throw new UsageError(`--initial-weights start a stream, and the one in ${file} has started already.`)
      requireSameOptions(file, { ...state.options, target }, { ...asked, target: options.target })
    },
  }
}

/** A stream continues as it began: an option that differs is an error. */
function requireSameOptions(
  file: string,
  kept: RankingStreamState['options'],
  asked: StreamOptions & Pick<StreamCommandOptions, 'target'>,
): void {
  for (const [option, found] of Object.entries(asked)) {
    const before = kept[option]
    if (before === found) continue
    throw new RankwrightError({
      area: 'stream',
      code: 'state-of-other-options',
      at: { file },
      option: `--${flagName(option)}`,
      found: String(found),
      kept: before === undefined ? 'at its default' : String(before),
    })
  }
}

async function readWeights(file: string): Promise<readonly (readonly [string, number])[]> {
  const refuse = (reason: string): never => {
    throw new RankwrightError({ area: 'stream', code: 'weights-not-numbers', at: { file }, reason })
  }
  let document: unknown
  try {
    document = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refuse('this is not JSON')
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return refuse('this is not an object')
  return Object.entries(document).map(([name, weight]) =>
    typeof weight === 'number' && Number.isFinite(weight)
      ? ([name, weight] as const)
      : refuse(`the weight of "${name}" is ${JSON.stringify(weight)}, not a number`),
  )
}
