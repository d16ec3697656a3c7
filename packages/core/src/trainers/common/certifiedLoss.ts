import type { ListLossSpec } from '../../losses/lossSpec.ts'
import type { OptionValue } from '../../models/common/optionValue.ts'
import type { OptionTable, Resolved } from '../../options/optionTable.ts'
import { recordedOptions } from './recordedOptions.ts'

/** The loss of whole lists that a method minimises, which the query-level theorems are about; or why there is none, as a sentence. */
export type CertifiedLoss = ListLossSpec | { readonly none: string }

/** Finds the loss from the options that a model records. */
export type CertifiedLossOf = (recorded: Readonly<Record<string, OptionValue>>) => CertifiedLoss

/** For methods whose loss depends on the options of this table. */
export function lossFrom<Table extends OptionTable>(table: Table, lossOf: (options: Resolved<Table>) => ListLossSpec): CertifiedLossOf {
  return (recorded) => lossOf(recordedOptions(table, recorded))
}

/** For methods that minimise no loss of whole lists. */
export function noLoss(none: string): CertifiedLossOf {
  return () => ({ none })
}
