/** The command line flag of an option, without its dashes: `featureBall` is `feature-ball`. */
import { requireText } from '../arguments/requireKind.ts'

export function flagName(option: string): string {
  requireText('option', option)
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The option of a command line flag: `feature-ball` is `featureBall`. */
export function optionName(flag: string): string {
  requireText('flag', flag)
  return flag.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
