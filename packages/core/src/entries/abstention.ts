/** Abstention: rules, thresholds, costs, neighbours. */

export type { GuaranteedRadius } from '../abstention/abstain.ts'
export { bipartiteAbstentionRisk, conditionalAbstentionRisk } from '../abstention/abstentionRisk.ts'
export type { Reliability } from '../abstention/calibration/reliability.ts'
export type { ChosenRadius } from '../abstention/chosenRadius.ts'
export type { GuaranteedThreshold } from '../abstention/guaranteedThreshold.ts'
export { neighbourIndex } from '../abstention/neighbourIndex.ts'
export type { DistanceReport, ListReport, ScoreReport } from '../abstention/rules/abstain.ts'
export type { ChosenThreshold } from '../abstention/rules/chosenThreshold.ts'
export type { GuaranteedLists } from '../abstention/rules/guaranteedLists.ts'
export { listRiskText } from '../abstention/rules/judgedLists.ts'
export type { RuleCell } from '../abstention/rules/ruleCell.ts'
export { ruleOptions } from '../abstention/rules/ruleOptions.ts'
