import { shownText } from '@rankwright/core/problems'
import { painted } from './style.ts'

/**
 * What goes to a terminal: line breaks, tabs and our own colours stay. Any other control character came from data, a name with an escape
 * sequence for example, and is shown instead of obeyed.
 */
export function terminalText(text: string): string {
  return painted(text)
    .map((part, place) => (place % 2 === 1 ? part : part.replaceAll(/[^\n\t]+/g, shownText)))
    .join('')
}

/**
 * The words of a command line, which may be paths with line breaks or control characters in them, shown wherever a text holds them.
 */
export function wordsShown(words: readonly string[]): (text: string) => string {
  const parts = words.flatMap((word) => [word, ...word.split(/[=,/\\]/)])
  const unsafe = [...new Set(parts)].filter((part) => shownText(part) !== part).sort((one, other) => other.length - one.length)
  return (text) => unsafe.reduce((shown, part) => shown.replaceAll(part, shownText(part)), text)
}
