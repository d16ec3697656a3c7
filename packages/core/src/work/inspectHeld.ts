import { optional, text } from '../arguments/shapes.ts'
import { type Inspection, inspectionOf } from '../data/features/inspection.ts'
import { type DataGuard, guardsOfScan, sharedListGuards } from '../data/guards/dataGuards.ts'
import { scannedLists } from '../data/guards/featureScan.ts'
import type { Training } from '../runtime/training.ts'
import { type HeldLists, requireHeldLists } from './heldLists.ts'
import type { AnswerOf } from './operations.ts'

/** What there is to know about lists before anything is learned from them, and what is often wrong with such. */
export interface HeldInspection {
  readonly inspection: Inspection
  readonly guards: readonly DataGuard[]
}

/** As `inspection` and `dataGuards` find it, by questions to those who hold the lists. `label` is the name of the column of labels. */
export function* inspectHeld(lists: HeldLists, label?: string): Training<HeldInspection> {
  requireHeldLists('lists', lists)
  optional(text)('label', label)
  const { width } = lists
  const facts = yield* lists.ask('labelFacts', {})
  const intervals =
    facts.labels === undefined ? yield* lists.ask('labelIntervals', { least: facts.least, greatest: facts.greatest }) : undefined
  const statistics = yield* lists.ask('columnStatistics', { width })
  return { inspection: inspectionOf(lists, facts, statistics, intervals), guards: yield* guardsOf(lists, facts, label) }
}

/**
 * What is often wrong with lists that somebody holds, as `dataGuards` says it, but for what needs the places at which items were shown, or their names. `valid` are
 * the validation lists.
 */
export function* guardsHeld(lists: HeldLists, label?: string, valid?: HeldLists): Training<readonly DataGuard[]> {
  requireHeldLists('lists', lists)
  optional(text)('label', label)
  if (valid !== undefined) requireHeldLists('valid', valid)
  const own = yield* guardsOf(lists, yield* lists.ask('labelFacts', {}), label)
  if (valid === undefined) return own
  const [{ ids }, validation] = [yield* lists.ask('listIds', {}), yield* valid.ask('listIds', {})]
  return [...own, ...sharedListGuards(ids, validation.ids)]
}

function* guardsOf(lists: HeldLists, facts: AnswerOf<'labelFacts'>, label: string | undefined): Training<readonly DataGuard[]> {
  const { width, featureNames, encoders, grades } = lists
  const sample = yield* lists.ask('firstRows', { lists: scannedLists(facts.sizes.length, width) })
  return guardsOfScan({ facts, sample, width, featureNames, encoders, graded: grades !== undefined }, label)
}
