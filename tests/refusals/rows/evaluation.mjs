import { plainRuntime } from '@rankwright/core'
import * as evaluation from '@rankwright/core/evaluation'
import { LocalLists } from '@rankwright/core/runtime'
import { made, options, row } from '../attempts.mjs'
import * as s from '../samples.mjs'

export const functions = evaluation

export const rows = {
  bootstrapInterval: row(() => ({ values: [0.1, 0.5, 0.3], options: options({ samples: 10, seed: 1, confidence: 0.9 }) }), {
    strange: 'one value has no interval',
  }),
  compareRuns: row(
    () => ({
      qrels: s.qrels(),
      runs: new Map([
        ['a', s.qrels()],
        ['b', s.qrels()],
      ]),
      options: options({ metric: 'map', resamples: 100, randomisations: 100 }),
    }),
    {
      strange: 'a topic that nobody answers does not count',
    },
  ),
  evaluateHeld: row(() => ({
    model: s.model,
    lists: made(LocalLists.of(s.lists, plainRuntime)),
    options: options({ metrics: ['map'], confidence: 0.9 }),
    runtime: made(plainRuntime),
  })),
  fuseRuns: row(() => ({ runs: [s.qrels(), s.qrels()], options: options({ how: 'borda', top: 2 }) })),
  fisherRandomisation: row(() => ({ differences: [0.1, -0.5, 0.3], options: options({ samples: 10, seed: 1 }) }), {
    strange: 'no differences, no p-value',
  }),
  holm: row(() => ({ pValues: [0.1, 0.5] }), { strange: 'a test without a p-value keeps NaN' }),
  letterGroups: row(() => ({ entries: 3, different: [[0, 2]] })),
  sharesLetter: row(() => ({ a: 'ab', b: 'b' })),
  pairedTTest: row(() => ({ differences: [0.1, -0.5, 0.3] }), { strange: 'too few differences have no p-value' }),
  pearson: row(() => ({ first: [3, 1, 2], second: [0, 1, 2] })),
}
