/** Experiments: what they are, the files that they are written in, and their results. */

export { refittedParts } from '../data/tables/refittedParts.ts'
export { type ChosenSetting, chooseSetting, type SearchStep } from '../experiments/chosenSetting.ts'
export {
  type DataSplit,
  type Experiment,
  type ExperimentData,
  type ExperimentMethod,
  type ExperimentPart,
  partName,
  partsOfFold,
  type TriedRange,
  type TriedValues,
} from '../experiments/experiment.ts'
export {
  type ChosenRecord,
  type ExperimentFold,
  type FinishedPart,
  type FoldLists,
  foldFrom,
  foldText,
  partFrom,
  partText,
  stepFrom,
  stepText,
} from '../experiments/experimentDocuments.ts'
export { experimentFormat, experimentFromJson, experimentOf, nameOfFile } from '../experiments/experimentJson.ts'
export { measuringOptions, searchOptions, splittingOptions } from '../experiments/experimentOptions.ts'
export {
  type ChosenSettingRow,
  type DataResults,
  type ExperimentResults,
  type FailedMethod,
  type FoldResults,
  type LeaderboardRow,
  type OverallRow,
  resultsFormat,
} from '../experiments/experimentResults.ts'
export { experimentSchema } from '../experiments/experimentSchema.ts'
export { type ExperimentSettings, settingsDifferences, settingsFrom, settingsText } from '../experiments/experimentSettings.ts'
export { type AnsweredPart, type MeasuredPart, measurePart } from '../experiments/measuredPart.ts'
export { experimentResults } from '../experiments/resultsOf.ts'
export type { SearchAim } from '../experiments/searchPlan.ts'
export { shareOfLists } from '../experiments/shareOfLists.ts'
export { type TimeColumn, type TimeFold, timeFolds } from '../experiments/timeFolds.ts'
export { tuneOnValid, withTuned } from '../library/tune.ts'
