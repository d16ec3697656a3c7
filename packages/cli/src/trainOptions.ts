import { trainNames } from '@rankwright/core'
import { type OptionTable, runtimeOptions } from '@rankwright/core/options'
import { methodsThatLeaveOut, startingMethods } from '@rankwright/core/trainers'
import type { Given } from './command.ts'
import { rawDataOptions } from './data.ts'
import { engineOption } from './engines.ts'
import { reportOption } from './reporting.ts'

export const trainOptions = {
  method: {
    kind: 'choice',
    of: trainNames,
    default: 'auto',
    doc: 'How to train; the help says what each method does. auto measures them and chooses.',
  },
  out: { kind: 'text', placeholder: 'MODEL', required: true, doc: 'Where the model goes.' },
  valid: {
    kind: 'texts',
    whole: true,
    placeholder: 'DATA',
    leftOut: 'nothing is chosen on validation data, and P(A above B) is not known',
    doc: 'Lists to choose options on that are not given, such as lambda, and to calibrate P(A above B) on.',
  },
  preferences: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'the labels of DATA are learned from',
    doc: 'CSV of pairs, list,preferred,other: learn from these pairs of items of DATA, whose labels are then ignored.',
  },
  start: {
    kind: 'text',
    placeholder: 'MODEL',
    leftOut: 'training starts anew',
    doc: `Model to start from, with ${startingMethods.join(', ')}: linear rankers go on from a linear model and keep its feature map, lambdamart adds trees.`,
  },
  statistics: {
    kind: 'text',
    placeholder: 'FILE',
    with: { method: 'elmrank' },
    leftOut: 'they are not kept',
    doc: 'Where the statistics of the lists go, for rankwright update.',
  },
  metrics: { kind: 'texts', default: ['ndcg@10', 'map'], placeholder: 'NAMES', doc: 'What to measure on the lists afterwards.' },
  leaveListOut: {
    kind: 'texts',
    placeholder: 'NAMES',
    with: { method: methodsThatLeaveOut },
    leftOut: 'lists are not left out to be measured',
    doc: 'Measure these metrics for each penalty, every training list by the fit on all others, in closed form.',
  },
  checkpoint: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'a training that was ended starts anew',
    doc: 'With --engine: keeps what was computed, so that the same command goes on if it was ended. Removed when the model is there.',
  },
  ...reportOption,
  ...engineOption,
  ...runtimeOptions,
  ...rawDataOptions,
} as const satisfies OptionTable

/** What `train` is given. */
export type TrainGiven = Given<{ readonly data: { readonly doc: string; readonly some: true } }, typeof trainOptions>
