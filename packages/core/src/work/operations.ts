/** Everything that can be asked of lists that somebody holds. A new operation is a file of its own and a line here. */

import { either, oneOf, requireArguments, someOf } from '../arguments/shapes.ts'
import { centredNodes } from './operations/centredNodes.ts'
import { labelsOfLists, rowDifferences, scoresOfLists } from './operations/chosenLists.ts'
import { columnDeviations, columnQuantiles, columnStatistics, longestRow } from './operations/columns.ts'
import { fingerprint } from './operations/fingerprint.ts'
import { functionMetrics } from './operations/functionMetrics.ts'
import { functionScores } from './operations/functionScores.ts'
import { heldOutRows } from './operations/heldOutRows.ts'
import { hiddenErrors } from './operations/hiddenErrors.ts'
import { hiddenSums } from './operations/hiddenSums.ts'
import { firstRows, labelFacts, labelIntervals } from './operations/inspected.ts'
import { leftOutItems, leftOutLists, leftOutScores } from './operations/leftOut.ts'
import { listMetrics } from './operations/listMetrics.ts'
import { listIds, listSizes, listWeights } from './operations/listSizes.ts'
import { listSpread } from './operations/listSpread.ts'
import { listWords } from './operations/listWords.ts'
import { curvature, loss } from './operations/loss.ts'
import { mappedRows } from './operations/mappedRows.ts'
import type { Operation } from './operations/operation.ts'
import { centredErrors, centredProducts, centredSums, mappedMeans, mappedVariances } from './operations/pointwise.ts'
import { scoredLists } from './operations/scoredLists.ts'
import { scoredPairs } from './operations/scoredPairs.ts'
import { firstFeatures, spaceCheck, spaceMeans, spaceProducts, spaceScores, spaceTransposed } from './operations/spaceSums.ts'
import { summary } from './operations/summary.ts'
import { categoryCounts, chosenRows, treeGradients, treeHistograms, treeLeafSums, treeMetrics } from './operations/trees.ts'

const operations = {
  summary,
  fingerprint,
  listWords,
  labelFacts,
  labelIntervals,
  firstRows,
  columnStatistics,
  columnDeviations,
  columnQuantiles,
  longestRow,
  listSpread,
  loss,
  curvature,
  labelsOfLists,
  scoresOfLists,
  rowDifferences,
  listMetrics,
  scoredLists,
  scoredPairs,
  listIds,
  listSizes,
  listWeights,
  mappedRows,
  functionMetrics,
  functionScores,
  mappedMeans,
  mappedVariances,
  centredProducts,
  centredErrors,
  centredSums,
  hiddenSums,
  hiddenErrors,
  centredNodes,
  leftOutLists,
  leftOutItems,
  leftOutScores,
  firstFeatures,
  spaceMeans,
  spaceProducts,
  spaceScores,
  spaceTransposed,
  spaceCheck,
  heldOutRows,
  chosenRows,
  categoryCounts,
  treeGradients,
  treeHistograms,
  treeLeafSums,
  treeMetrics,
} as const

type Operations = typeof operations
export type OperationName = keyof Operations
export const operationNames = Object.keys(operations) as readonly OperationName[]

/** What is said with the question. */
export type AskedOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer Asked, infer _Part, infer _Answer> ? Asked : never
export type PartOf<Name extends OperationName> = Operations[Name] extends Operation<infer _Asked, infer Part, infer _Answer> ? Part : never
export type AnswerOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer _Asked, infer _Part, infer Answer> ? Answer : never

const nameShape = oneOf(...operationNames)
const partsShape = someOf(either('a part, as the holders of the lists give', (part) => typeof part === 'object' && part !== null))

/** The operation of a name, typed by it. */
export function operationOf<Name extends OperationName>(name: Name): Operation<AskedOf<Name>, PartOf<Name>, AnswerOf<Name>> {
  requireArguments({ name }, { name: nameShape })
  const table: { readonly [Each in OperationName]: Operation<AskedOf<Each>, PartOf<Each>, AnswerOf<Each>> } = operations
  return table[name]
}

/** The answer that the parts of all blocks make, in the order of the blocks. */
export function combineParts<Name extends OperationName>(name: Name, parts: readonly PartOf<Name>[], asked: AskedOf<Name>): AnswerOf<Name> {
  requireArguments({ parts }, { parts: partsShape })
  return operationOf(name).combine(parts, asked)
}
