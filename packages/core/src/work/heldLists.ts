import { requireNumbers } from '../arguments/requireNumbers.ts'
import { madeBy } from '../arguments/shapes.ts'
import type { TableEncoders } from '../data/encoders/tableEncoders.ts'
import type { Grades } from '../data/lists/gradesRule.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import type { SideColumns } from '../data/lists/sideColumns.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { Training } from '../runtime/training.ts'
import type { AnswerOf, AskedOf, OperationName } from './operations.ts'

/**
 * Lists that somebody holds: this process, its threads, or other machines. A trainer does not read rows itself. It asks for sums over the
 * lists, and waits if the answer comes later.
 *
 * The holder of the lists cuts them into the blocks of `listBlocks`, sums block by block, and adds the blocks in order: so the
 * bits of a model do not depend on where the blocks lie.
 */
export interface HeldLists {
  /** Number of features of every row. */
  readonly width: number
  readonly featureNames?: readonly string[] | undefined
  /** Only numbered features that occur have a column; all others are 0. */
  readonly othersAreZero?: true | undefined
  /** The features were chosen by hand among those of the data. */
  readonly featuresChosen?: true | undefined
  /** How cells of a table became features, where some were not plain numbers. */
  readonly encoders?: TableEncoders | undefined
  /** How the labels became grades, where the data had others. */
  readonly grades?: Grades | undefined
  /** The columns that weights and places were read from. */
  readonly sideColumns?: SideColumns | undefined
  readonly layout: 'dense' | 'sparse'
  ask<Name extends OperationName>(name: Name, asked: AskedOf<Name>): Training<AnswerOf<Name>>
  /** The same lists with other columns: column j is column from[j], or 0 where that is −1. */
  withColumns(from: Int32Array, featureNames: readonly string[] | undefined): HeldLists
  /** Some of the lists, by their numbers in ascending order. */
  someLists(chosen: Uint32Array): HeldLists
  /** Frees what the holder has set aside for these lists alone, such as copies of some of the lists. They are asked no more. */
  close?(): Promise<void>
}

/** What a training may be given. */
export type TrainingLists = RankingLists | HeldLists

/** The rows themselves, for methods that go through them one by one; an error where somebody else holds them. */
export function rowsHere(lists: TrainingLists, method: string): RankingLists {
  requireTrainingLists(lists)
  if (isHeld(lists)) throw new RankwrightError({ area: 'model', code: 'rows-held-elsewhere', method })
  return lists
}

export function isHeld(lists: TrainingLists): lists is HeldLists {
  return 'ask' in lists
}

/** Throws unless these are lists that somebody holds. */
export function requireHeldLists(argument: string, lists: unknown): asserts lists is HeldLists {
  madeBy('heldParts or holdPacked of @rankwright/engines', 'ask', 'width', 'withColumns', 'someLists')(argument, lists)
}

/** Throws unless a training can be given this. */
export function requireTrainingLists(lists: unknown, argument = 'lists'): asserts lists is TrainingLists {
  if (typeof lists === 'object' && lists !== null && 'ask' in lists && typeof lists.ask === 'function') return
  requireLists(argument, lists)
  requireNumbers(`${argument}.labels`, lists.labels)
}
