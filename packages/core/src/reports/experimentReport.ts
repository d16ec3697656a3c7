import { arrayOf, count, fields, madeBy, recordOf, requireArguments, text } from '../arguments/shapes.ts'
import type { DataResults, ExperimentResults } from '../experiments/experimentResults.ts'
import { secondsShape } from './reportShapes.ts'

/** What `experiment` prints: the results without the value of every list and what the lists hold, and how the run went. */
export interface ExperimentReport extends Omit<ExperimentResults, 'format' | 'version' | 'experiment' | 'data'> {
  readonly folder: string
  readonly data: readonly Omit<DataResults, 'perList' | 'overview'>[]
  /** Parts in all: data set, fold, method, seed and share. */
  readonly parts: number
  /** Parts that an earlier run had finished. */
  readonly finishedBefore: number
  /** Parts that are left for the next run. */
  readonly left: number
  readonly seconds: number
  /** The seconds that the parts of each method took, earlier runs included. */
  readonly secondsOfMethods: Readonly<Record<string, number>>
}

export interface ExperimentOutcome {
  readonly results: ExperimentResults
  readonly parts: number
  readonly finishedBefore: number
  readonly left: number
  readonly seconds: Readonly<Record<string, number>>
}

const shapes = {
  run: fields(
    {
      results: fields({ leaderboard: arrayOf(madeBy('experimentResults', 'method')), data: arrayOf(madeBy('experimentResults', 'pairs')) }),
      parts: count(),
      finishedBefore: count(),
      left: count(),
      seconds: recordOf(secondsShape, 'seconds by method'),
    },
    'what runExperiment gives',
  ),
  folder: text,
  seconds: secondsShape,
}

export function experimentReport(run: ExperimentOutcome, folder: string, seconds: number): ExperimentReport {
  requireArguments({ run, folder, seconds }, shapes)
  const { results, parts, finishedBefore, left, seconds: secondsOfMethods } = run
  const { format: _, version: __, experiment: ___, data, ...found } = results
  return {
    folder,
    ...found,
    data: data.map(({ perList: _, overview: __, ...rest }) => rest),
    parts,
    finishedBefore,
    left,
    seconds,
    secondsOfMethods,
  }
}
