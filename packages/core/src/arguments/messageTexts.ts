/**
 * What other packages word their messages with: the functions of problems/ after a look at the arguments. Those themselves look at nothing,
 * since they are called while a problem is put into words.
 */
import { type NamedOptions, namedOption as namedOptionOf, respelled as respelledText } from '../problems/namedOption.ts'
import { nearestName as nearestOf } from '../problems/nearestName.ts'
import { shownText as shown } from '../problems/shownText.ts'
import { callback, either, optional, recordOf, requireArguments, text as textShape } from './shapes.ts'

const optionValue = either('a text, a number or true', (value) => value === true || typeof value === 'string' || Number.isFinite(value))
const values = recordOf(optionValue, 'an option, or options with their values')

/** How a text of the library names options: in backquotes, as they stand in code. Values in capitals are words to fill in: `limit: MB`. */
export function namedOption(options: string | Readonly<Record<string, string | number | true>>, of?: string): string {
  if (typeof options !== 'string') values('options', options)
  optional(textShape)('of', of)
  return namedOptionOf(options, of)
}

/** The text with all options in it spelled anew. What stands in backquotes and is no option for `spell` stays. */
export function respelled(text: string, spell: (named: NamedOptions) => string | undefined): string {
  requireArguments({ text, spell }, { text: textShape, spell: callback })
  return respelledText(text, spell)
}

/** The known name nearest to what was written, for "did you mean"; undefined if none is near enough to be a typing error. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  textShape('written', written)
  isIterable('known', known)
  const names = [...known]
  for (const [at, name] of names.entries()) textShape(`known[${at}]`, name)
  return nearestOf(written, names)
}

/** Text that came from data, in a form that is safe to show: control characters and line breaks become visible signs. */
export function shownText(text: string): string {
  textShape('text', text)
  return shown(text)
}

const isIterable = either('names, in an array or another iterable', (value) => {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && !ArrayBuffer.isView(value)
})
