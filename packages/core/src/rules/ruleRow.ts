/**
 * What the rest of the code asks of a rule for what is left undecided. A rule is one file that says all of this, and a row of `ruleTable.ts`.
 * Everything else, from reading a model to the words of a page, goes through the row.
 */
import type { DocumentReader } from '../documents/documentReader.ts'
import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import type { OptionTable } from '../options/optionTable.ts'
import type { Calibration } from './calibration.ts'

/** Every form of a rule has these. */
export interface RuleForm {
  readonly rule: string
  readonly threshold: number
}

/** Which pairs of items of one list are left undecided. */
export interface PairRule {
  isUndecided(item: number, other: number): boolean
  /** The undecided pairs among these items, the earlier item first, in the order of the first and then of the second. */
  pairsAmong(items: Uint32Array): Generator<readonly [number, number]>
  /** How many these are. */
  countAmong(items: Uint32Array): number
}

/** What a rule may look at in lists that a model has scored. What a model lacks throws when it is asked for. */
export interface ScoredLists {
  scoresOf(list: number): Float64Array
  calibration(): Calibration
  /** The mapped rows of a list, row-major, valid until the next call. */
  points(): { readonly width: number; of(list: number): Float32Array }
  readonly compute: Compute
}

/** Writes a number into the source of a program. */
export type NumberText = (value: number) => string

export type RuleRow<Rule extends RuleForm = RuleForm> = PairRow<Rule> | ListRow<Rule>

/** Leaves pairs of items undecided. */
export interface PairRow<Rule extends RuleForm = RuleForm> extends CommonRow<Rule> {
  readonly leaves: 'pairs'
  /** What its confidence in a pair is made from: mapped rows, or a margin of scores. */
  readonly looksAt: 'rows' | 'scores'
  /** The pairs of each list that it leaves undecided. */
  pairsOf(rule: Rule, lists: ScoredLists): (list: number) => PairRule
  /** What `rank` and others take to be given the rule by hand. */
  readonly options: OptionTable
  /** The rule that such options ask for; `norm` is that of the model. */
  asked(options: Readonly<Record<string, unknown>>, norm: () => DistanceNorm): Rule | undefined
  /** Whether items i and k of a list are undecided, as an expression of JavaScript; `code` goes before. It may use `scores`, `probability`, and `mapped` rows. */
  javascript(rule: Rule, number: NumberText): { readonly undecided: string; readonly code?: string; readonly usesRows?: true }
}

/** Looks at the margin of the scores alone. */
export interface ScoreRow<Rule extends RuleForm = RuleForm> extends PairRow<Rule> {
  readonly looksAt: 'scores'
  /** How sure it is of a pair with this margin. */
  confidenceAt(margin: number, calibration: () => Calibration): number
}

/** Leaves whole lists in the order they came in. */
export interface ListRow<Rule extends RuleForm = RuleForm> extends CommonRow<Rule> {
  readonly leaves: 'lists'
  readonly looksAt: 'lists'
  /** How sure a calibrated model is of a list; `order` holds its items by score. */
  confidenceOf(rule: Rule, scores: Float64Array, order: Uint32Array, calibration: Calibration): number
  /** Lines of JavaScript that compute `confidence` from `scores` and `order`. */
  javascript(rule: Rule, number: NumberText): string
}

interface CommonRow<Rule extends RuleForm> {
  /** Completes "What is left undecided: …". */
  readonly summary: string
  readonly needsCalibration: boolean
  /** The thresholds that it may have. */
  readonly atLeast: number
  readonly atMost: number
  /** Those that are looked at if none are given; undefined if there are none without a calibration. */
  usualThresholds(calibration: Calibration | undefined): readonly number[] | undefined
  /** Whether something of this confidence is answered: what equals the threshold may or may not be. */
  isAnswered(confidence: number, threshold: number): boolean
  /** What pages call a threshold, and how they say what it leaves. */
  readonly words: { readonly threshold: string; readonly undecided: string; readonly reach: 'up to' | 'below' }
  /** Completes "the model leaves …". */
  leftText(rule: Rule, number: NumberText): string
  /** What its part of a model file has beside `rule` and `threshold`. */
  readonly ownKeys: readonly string[]
  /** Reads and checks it; the threshold was checked. */
  fromDocument(threshold: number, parts: Readonly<Record<string, unknown>>, where: string, read: DocumentReader): Rule
}

/** Distances and margins have to exceed the threshold. */
export const exceeds = (confidence: number, threshold: number): boolean => confidence > threshold

/** Probabilities and confidences of lists may also equal it. */
export const reaches = (confidence: number, threshold: number): boolean => confidence >= threshold
