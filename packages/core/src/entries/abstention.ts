/** Abstention: rules, thresholds, costs, neighbours. */

export type { GuaranteedRadius } from '../abstention/abstainByDistance.ts'
export { bipartiteAbstentionRisk, conditionalAbstentionRisk } from '../abstention/abstentionRisk.ts'
export type { Reliability } from '../abstention/calibration/reliability.ts'
export type { DistanceReport, ListReport, ScoreReport } from '../abstention/choice/abstain.ts'
export type { ChosenThreshold } from '../abstention/choice/chosenThreshold.ts'
export type { GuaranteedLists } from '../abstention/choice/guaranteedLists.ts'
export { listRiskText } from '../abstention/choice/judgedLists.ts'
export type { RuleCell } from '../abstention/choice/ruleCell.ts'
export { ruleOptions } from '../abstention/choice/ruleOptions.ts'
export type { ChosenRadius } from '../abstention/chosenRadius.ts'
export type { GuaranteedThreshold } from '../abstention/guaranteedThreshold.ts'
export { neighbourIndex } from '../abstention/neighbourIndex.ts'
