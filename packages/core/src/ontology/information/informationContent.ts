/** Information content: high for a rare or narrow term, 0 for a root that is above everything. */
export interface InformationContent {
  readonly model: InformationModel
  /** Per term; infinite for a term that was never counted. */
  readonly values: Float64Array
  /** The chance of a term is exp(-scale * value): 1 where the content is -ln p. */
  readonly scale: number
}

export const informationModels = ['seco', 'sanchez', 'descendants', 'corpus', 'annotation'] as const
export type InformationModel = (typeof informationModels)[number]
