import { type MethodName, methodNames, methods } from '@rankwright/core'
import type { OptionTable } from '@rankwright/core/options'
import type { Variants } from './command.ts'

/** The options of each method, for commands with `--method`; `tableOf` is what the command makes of a method's own table. */
export function methodVariants(tableOf: (table: OptionTable, method: MethodName) => OptionTable = (table) => table): Variants {
  return {
    option: 'method',
    tables: Object.fromEntries(methodNames.map((name) => [name, tableOf(methods[name].options, name)])),
    summaries: Object.fromEntries(methodNames.map((name) => [name, methods[name].summary])),
  }
}
