/**
 * How a text of the library names options: in backquotes, as they stand in code, `featureBall` or `scale: 'min-max'`. Options of another
 * function are named with it: `uncertainty` of `train`. So whoever shows the text can find the names and spell them as they are given
 * there: the command line writes --feature-ball.
 */
export interface NamedOptions {
  /** Each option with its value; `true` for one that is named without a value. */
  readonly options: readonly (readonly [option: string, value: string | true])[]
  /** The function that takes them, if it is not the one that speaks. */
  readonly of?: string
}

/** Values in capitals are words to fill in: `limit: MB`. */
export function namedOption(options: string | Readonly<Record<string, string | number | true>>, of?: string): string {
  const entries = typeof options === 'string' ? [[options, true] as const] : Object.entries(options)
  const parts = entries.map(([option, value]) => {
    if (value === true) return option
    return `${option}: ${typeof value === 'string' && !/^[A-Z]+$/.test(value) ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : value}`
  })
  return `\`${parts.join(', ')}\`${of === undefined ? '' : ` of \`${of}\``}`
}

/** The text with all options in it spelled anew. What stands in backquotes and is no option for `spell` stays. */
export function respelled(text: string, spell: (named: NamedOptions) => string | undefined): string {
  return text.replace(mention, (found: string, inside: string, of: string | undefined) => {
    const options = Array.from(inside.matchAll(oneOption), ([, option, quoted, plain]): [string, string | true] => [
      option,
      quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? true,
    ])
    return spell({ options, ...(of !== undefined && { of }) }) ?? found
  })
}

const oneOption = /([a-zA-Z]+)(?:: (?:'((?:[^'\\]|\\.)*)'|([\w.-]+)))?/g
/** One option or several, each with or without a value, and perhaps the function that takes them. */
const mention = /`([a-zA-Z]+(?:: (?:'(?:[^'\\]|\\.)*'|[\w.-]+))?(?:, [a-zA-Z]+(?:: (?:'(?:[^'\\]|\\.)*'|[\w.-]+))?)*)`(?: of `([a-z ]+)`)?/g
