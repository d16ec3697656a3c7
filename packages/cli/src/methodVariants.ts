import { type MethodName, methodNames, methods } from '@rankwright/core'
import type { OptionTable } from '@rankwright/core/options'
import { autoOptions } from '@rankwright/core/trainers'
import type { Variants } from './command.ts'

/** The options of each method, for commands with `--method`; `tableOf` is what the command makes of a method's own table. */
export function methodVariants(tableOf: (table: OptionTable, method: MethodName) => OptionTable = (table) => table): Variants {
  return {
    option: 'method',
    tables: Object.fromEntries(methodNames.map((name) => [name, tableOf(methods[name].options, name)])),
    summaries: Object.fromEntries(methodNames.map((name) => [name, methods[name].summary])),
  }
}

/** The same with `auto`, for commands that train. */
export function trainVariants(): Variants {
  const { option, tables, summaries } = methodVariants()
  return {
    option,
    tables: { auto: autoOptions, ...tables },
    summaries: { auto: 'Measures the methods below within a budget and takes the best, or several together.', ...summaries },
  }
}
