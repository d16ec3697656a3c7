/**
 * What a kind of model is: a row in the table of models/kinds.ts. It holds everything that differs from kind to kind, and what a kind
 * cannot do is absent from it. `kindOf(model)` is the row of that very model, so the row can be asked about it without looking at
 * its kind.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { SeenRecord } from '../../data/lists/seenLists.ts'
import type { DocumentReader } from '../../documents/documentReader.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import type { Certifiable } from './certifiable.ts'
import type { Explainer, ExplainOptions } from './explanation.ts'
import type { MatchedLists } from './matchFeatures.ts'
import type { MarginUncertainty, MissingValues } from './modelCommon.ts'
import type { ModelFacts } from './modelFacts.ts'

/** The parts of a model file by their keys. */
export type DocumentParts = Readonly<Record<string, unknown>>

export interface ModelKind<Kind> {
  /** Completes "this is": `a linear model`. */
  readonly title: string
  /** The parts of a model that are arrays of numbers, by their names. */
  readonly arrays: readonly string[]
  /** What follows format, version and kind in the file, in the order of the file, with arrays encoded. */
  toDocument(model: Kind): DocumentParts
  /** Reads the whole document, format, version and kind included, and checks every part. */
  fromDocument(document: DocumentParts, read: DocumentReader): Kind
  facts(model: Kind): ModelFacts
}

/** A kind that scores the rows of lists. */
export interface ListKind<Kind> extends ModelKind<Kind> {
  /** Brings lists into the form that the model was trained on. */
  match(model: Kind, lists: RankingLists): MatchedLists
  /** One score per row of lists that were matched; greater ranks higher. */
  score(model: Kind, lists: RankingLists, compute: Compute): Float64Array
  /**
   * The same for lists whose rows are looked at as if each had changed alone: what scores take from the rest of a list stays that of `lists`.
   * Absent where they take nothing.
   */
  scoreChanged?(model: Kind, lists: RankingLists, compute: Compute): (changed: RankingLists) => Float64Array
  /** Lists with labels of which the greater is the better, where labels may mean something else; absent where they never do. */
  judged?(model: Kind, lists: RankingLists): RankingLists
  missing(model: Kind): MissingValues
  /** The lists that the model has seen, in the form that given lists can be compared with; undefined if it keeps no record. */
  seen(model: Kind, lists?: RankingLists): SeenRecord | undefined
  /** The words that lists are known again by, where the record has others than those of the lists as they stand or as matched. Labels are judged. */
  sketches?(model: Kind, lists: RankingLists): Int32Array
  /** How certain the model is of the margins of matched lists; undefined if training did not keep what is needed. */
  uncertainty?(model: Kind, lists: RankingLists, compute: Compute): MarginUncertainty | undefined
  /** What each feature adds to the score of a row; lists, and rows to compare with, need not be matched. */
  explain(model: Kind, lists: RankingLists, options?: ExplainOptions): Explainer
  /** Whether `explain` takes `against`. */
  readonly references?: true
  readonly certifiable?: Certifiable<Kind>
}
