import { count, fields, madeBy, optional, options, requireArguments, type Shape, text } from '../arguments/shapes.ts'
import type { ComparedPairs } from '../evaluation/ontology/comparePairs.ts'
import type { PartiteError } from '../evaluation/ontology/partiteError.ts'
import type { NeighbourPrecision } from '../evaluation/ontology/precisionOfNeighbours.ts'
import type { TermMeasure } from './comparedTermsReport.ts'
import { measuredShape } from './reportShapes.ts'

/** How well similarities go with people and experts: what `ontology evaluate` answers, as far as it was asked. */
export type TermEvaluationReport = TermMeasure & {
  /** Rated pairs that were compared, those left out because of unknown terms, and those left out because they have no similarity. */
  readonly pairs?: number
  readonly skipped?: number
  readonly withoutValue?: number
  /** Correlation with the ratings; null where one side is constant. */
  readonly spearman?: number | null
  readonly pearson?: number | null
  /** How many of the nearest terms were compared with those that experts name, and the mean share found among them. */
  readonly at?: number
  readonly 'p@n'?: number
  readonly neighbours?: Pick<NeighbourPrecision, 'terms' | 'skipped' | 'short'>
  /** Of scores that were learned: how often branches stand in the wrong order. */
  readonly partite?: PartiteError
}

export interface TermEvaluation {
  readonly compared?: ComparedPairs
  readonly nearest?: NeighbourPrecision & { readonly at: number }
  readonly partite?: PartiteError
}

const classical = fields({ measure: text, profile: text, ic: optional(text) }, 'the measure or the model that was evaluated')
const learned = fields({ model: text })
const measureShape: Shape = (argument, value) => {
  const shape = typeof value === 'object' && value !== null && 'model' in value ? learned : classical
  shape(argument, value)
}

const evaluationShapes = {
  measure: measureShape,
  found: options({
    compared: madeBy('comparePairs', 'pairs', 'skipped', 'withoutValue'),
    nearest: fields(
      { at: count(), precision: measuredShape, terms: count(), skipped: count(), short: count() },
      'what precisionOfNeighbours gives, and `at`',
    ),
    partite: madeBy('partiteError', 'all'),
  }),
}

export function termEvaluationReport(measure: TermMeasure, found: TermEvaluation): TermEvaluationReport {
  requireArguments({ measure, found }, evaluationShapes)
  const { compared, nearest, partite } = found
  return {
    ...measure,
    ...(compared && {
      pairs: compared.pairs.length - compared.withoutValue,
      skipped: compared.skipped,
      withoutValue: compared.withoutValue,
      spearman: compared.spearman ?? null,
      pearson: compared.pearson ?? null,
    }),
    ...(nearest && {
      at: nearest.at,
      'p@n': nearest.precision,
      neighbours: { terms: nearest.terms, skipped: nearest.skipped, short: nearest.short },
    }),
    ...(partite && { partite }),
  }
}
