import { optional, text } from '../arguments/shapes.ts'
import { type Inspection, inspectionOf } from '../data/features/inspection.ts'
import { type DataGuard, guardsOfScan } from '../data/guards/dataGuards.ts'
import { scannedLists } from '../data/guards/featureScan.ts'
import type { Training } from '../runtime/training.ts'
import { type HeldLists, requireHeldLists } from './heldLists.ts'

/** What there is to know about lists before anything is learned from them, and what is often wrong with such. */
export interface HeldInspection {
  readonly inspection: Inspection
  readonly guards: readonly DataGuard[]
}

/** As `inspection` and `dataGuards` find it, by questions to those who hold the lists. `label` is the name of the column of labels. */
export function* inspectHeld(lists: HeldLists, label?: string): Training<HeldInspection> {
  requireHeldLists('lists', lists)
  optional(text)('label', label)
  const { width, featureNames, grades } = lists
  const facts = yield* lists.ask('labelFacts', {})
  const intervals =
    facts.labels === undefined ? yield* lists.ask('labelIntervals', { least: facts.least, greatest: facts.greatest }) : undefined
  const statistics = yield* lists.ask('columnStatistics', { width })
  const sample = yield* lists.ask('firstRows', { lists: scannedLists(facts.sizes.length, width) })
  return {
    inspection: inspectionOf(lists, facts, statistics, intervals),
    guards: guardsOfScan({ facts, sample, width, featureNames, graded: grades !== undefined }, label),
  }
}
