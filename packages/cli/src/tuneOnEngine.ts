import { finishLater, type TuneOptions, training } from '@rankwright/core'
import type { TuneOutcome } from '@rankwright/core/reports'
import { refit, tuneHeld } from '@rankwright/core/trainers'
import { type ReadListsOptions, writeModel } from '@rankwright/node'
import type { Surroundings } from './command.ts'
import type { DataOptions } from './data.ts'
import { requireSums, withEngine } from './engines.ts'
import { openRuntime } from './openRuntime.ts'
import { partsLeftOut } from './partsLeftOut.ts'
import { UsageError } from './usageError.ts'

type CommandOptions = Parameters<typeof openRuntime>[0] & DataOptions & Pick<TuneOutcome, 'out' | 'profile'>

/** `tune` on lists that an engine has packed. */
export async function tuneOnEngine(
  engineName: string,
  data: readonly string[],
  asked: TuneOptions,
  options: CommandOptions,
  table: ReadListsOptions,
  outer: Surroundings,
): Promise<TuneOutcome> {
  if (options.compute !== 'portable') throw new UsageError('With --engine the bits are the same everywhere: leave --compute out.')
  requireSums((lists) => training(lists, { method: asked.method }))
  requireSums((lists) => tuneHeld(lists, asked))
  const { out, profile } = options
  const { runtime, close } = openRuntime(options, outer)
  try {
    return await withEngine(engineName, options.threads, outer, async (engine, around) => {
      const { parts, lists } = await engine.pack(data, options, table)
      const start = performance.now()
      const { plan, result } = await finishLater(tuneHeld(lists, asked, runtime), around.progress)
      if (out !== undefined) {
        const { model, notes } = await finishLater(refit(lists, plan, result, runtime), around.progress)
        for (const note of notes) around.note(`note: ${note}`)
        await writeModel(model, out, { outputs: around.outputs })
      }
      const seconds = (performance.now() - start) / 1000
      return { result, profile, folds: partsLeftOut(plan), seconds, ...(out !== undefined && { out }), engine: engine.report(parts) }
    })
  } finally {
    close()
  }
}
