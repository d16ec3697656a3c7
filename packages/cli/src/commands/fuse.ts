import { fuseOptions, fuseRuns } from '@rankwright/core/evaluation'
import type { FuseReport } from '@rankwright/core/reports'
import { readRun, writeRun } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { counted } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'

export const fuse = command({
  summary: 'Join several TREC runs into one.',
  inputs: { runs: { doc: 'TREC runs, two or more.', many: true } },
  options: {
    ...fuseOptions,
    out: { kind: 'text', required: true, placeholder: 'RUN', doc: 'Where the run goes; - is standard output.' },
    tag: { kind: 'text', default: 'rankwright', placeholder: 'NAME', doc: 'The name of the run, in its last column.' },
  },
  example:
    'rankwright fuse words.run vectors.run --out both.run\nrankwright fuse words.run vectors.run --how combsum --weights 2,1 --out both.run',
  reads: ['runs'],
  writes: { out: 'run' },
  async run({ runs: paths, options }, around): Promise<Answer<FuseReport>> {
    const { how, k, weights, top, out, tag } = options
    if (paths.length < 2) throw new UsageError('Give two or more runs.')
    const runs = []
    for (const path of paths) runs.push(await readRun(path))
    const fused = fuseRuns(runs, { how, ...(k !== undefined && { k }), ...(weights && { weights }), ...(top !== undefined && { top }) })
    await writeRun(fused, out, tag, { outputs: around.outputs })
    let documents = 0
    for (const answer of fused.values()) documents += answer.size
    const document = { runs: paths, how, topics: fused.size, documents, out }
    return {
      document,
      text: () =>
        `${counted(paths.length, 'run')} joined: ${counted(fused.size, 'topic')}, ${counted(documents, 'document')} written to ${out}\n`,
    }
  },
})
