import { flagName } from '@rankwright/core/options'
import { respelled } from '@rankwright/core/problems'

/**
 * What a text of a command names wrongly: flags that the command does not have, unless they follow the name of a command that has them
 * ("rankwright train --uncertainty"), and options in the spelling of the library.
 */
export function wrongNames(text: string, command: string, optionsOf: ReadonlyMap<string, readonly string[]>): string[] {
  const flagsOf = (name: string) => new Set((optionsOf.get(name) ?? []).map((option) => `--${flagName(option)}`))
  const own = flagsOf(command)
  const known = [...optionsOf.keys()]
  const wrong: string[] = []
  for (const { 0: flag, index } of text.matchAll(/(?<![\w-])--[a-z][a-z-]*[a-z]/g)) {
    if (own.has(flag) || ['--help', '--version', '--option'].includes(flag)) continue
    const sentence =
      text
        .slice(0, index)
        .split(/[.;:]\s/)
        .at(-1) ?? ''
    const named = known.filter((name) => new RegExp(`(^|[\\s"(])${name.replaceAll(' ', '\\s+')}[\\s"]`).test(sentence))
    if (!named.some((name) => flagsOf(name).has(flag))) wrong.push(`${flag}: ${text.slice(Math.max(0, index - 60), index + 60)}`)
  }
  const everyOption = new Set([...optionsOf.values()].flat())
  respelled(text, ({ options }) => {
    if (options.some(([option]) => everyOption.has(option))) wrong.push(`\`${options[0][0]}\``)
    return undefined
  })
  for (const option of everyOption)
    if (flagName(option) !== option && new RegExp(`(^|[\\s(,])${option}(?=[\\s,.;:)]|$)`).test(text)) wrong.push(option)
  return wrong
}
