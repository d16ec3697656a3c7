import { chosenVariant } from './arguments.ts'
import { commandTable } from './commandTable.ts'
import { commandHelp } from './help.ts'
import type { Style } from './terminal/style.ts'

/** The help of a command, for the variant that the words choose. */
export async function helpOf(command: string, given: readonly string[], style: Style): Promise<string> {
  const loaded = await commandTable[command].load()
  return commandHelp(command, loaded, chosenVariant(loaded, given), style)
}
