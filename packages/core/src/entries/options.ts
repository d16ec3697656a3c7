/** Option tables: defaults, ranges and wording. */

export { tableOptions } from '../data/tables/tableOptions.ts'
export { conditionInWords, onlyWith } from '../options/condition.ts'
export { byOptions } from '../options/defaultRule.ts'
export { describeOptions, type WhenLeftOut } from '../options/describeOptions.ts'
export { flagName, optionName } from '../options/flagName.ts'
export type { Condition, OptionSpec, OptionsOf, OptionTable, Resolved } from '../options/optionTable.ts'
export { ownName } from '../options/ownNames.ts'
export { resolveOptions } from '../options/resolveOptions.ts'
export { columnOptions, runtimeOptions } from '../options/sharedOptions.ts'
