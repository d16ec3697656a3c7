import { shownText } from '@rankwright/core/problems'

/** The codes that the painters of style.ts write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: codes start with one
const painted = /(\u001b\[(?:1|2|22|31|32|33|39)m|[\n\t])/

/**
 * What goes to a terminal: line breaks, tabs and, where there is colour, our own colours stay. Any other control character came from data,
 * a name with an escape sequence for example, and is shown instead of obeyed.
 */
export function terminalText(text: string, color: boolean): string {
  return text
    .split(painted)
    .map((part, place) => (place % 2 === 1 && (color || !part.startsWith('\u001b')) ? part : shownText(part)))
    .join('')
}
