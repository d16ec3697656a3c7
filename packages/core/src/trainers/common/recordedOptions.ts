import type { OptionValue } from '../../models/common/optionValue.ts'
import type { OptionTable, Resolved } from '../../options/optionTable.ts'
import { resolveUncheckedOptions } from '../../options/resolveOptions.ts'

/** The options of this table among those that a model records, checked like options that a caller gives. */
export function recordedOptions<Table extends OptionTable>(table: Table, recorded: Readonly<Record<string, OptionValue>>): Resolved<Table> {
  const own = Object.entries(recorded).filter(([option]) => Object.hasOwn(table, option))
  return resolveUncheckedOptions(table, Object.fromEntries(own))
}
