import type { ListCommon } from './modelCommon.ts'

/** Said beside numbers about the order of scores, if the model has a rule by which `rank` leaves some of that order open. */
export function ruleNotes(model: object & Partial<Pick<ListCommon, 'abstention'>>): readonly string[] {
  if (model.abstention === undefined) return []
  return [
    'The model has a rule for what to leave undecided, and rank obeys it. These numbers are about the order of all scores (rank --decide-all).',
  ]
}
