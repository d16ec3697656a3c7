/** What may stand next in a JSON text. */
type Next = 'value' | 'value or closing' | 'key' | 'key or closing' | 'colon' | 'comma or closing'

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/**
 * The position of the first thing with which a text is no longer JSON (RFC 8259); a text in quotes that does not end is wrong where it begins. The length of
 * the text where it is cut short, or nothing is wrong. Parsers of engines word it differently, and some do not say it.
 */
export function jsonFault(text: string): number {
  const closings: string[] = []
  let next: Next = 'value'
  let at = afterSpace(text, 0)
  while (at < text.length) {
    const character = text[at]
    const closing = closings.at(-1)
    let end: number | undefined = at + 1
    if (character === closing && next.endsWith('closing')) {
      closings.pop()
      next = 'comma or closing'
    } else if (next === 'comma or closing') {
      if (character !== ',' || closing === undefined) return at
      next = closing === '}' ? 'key' : 'value'
    } else if (next === 'colon') {
      if (character !== ':') return at
      next = 'value'
    } else if (next.startsWith('key')) {
      end = endOfQuoted(text, at)
      next = 'colon'
    } else if (character === '{' || character === '[') {
      closings.push(character === '{' ? '}' : ']')
      next = character === '{' ? 'key or closing' : 'value or closing'
    } else {
      end = endOfQuoted(text, at) ?? endOf(number, text, at) ?? endOf(word, text, at)
      next = 'comma or closing'
    }
    if (end === undefined) return at
    at = afterSpace(text, end)
  }
  return text.length
}

function afterSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && ' \t\n\r'.includes(text[at])) at++
  return at
}

/** Where the text in quotes ends that begins here; undefined where none does, or it is none of JSON. */
function endOfQuoted(text: string, start: number): number | undefined {
  if (text[start] !== '"') return undefined
  let at: number | undefined = start + 1
  while (at !== undefined && at < text.length) {
    if (text[at] === '"') return at + 1
    if (text[at] < ' ') return undefined
    at = text[at] === '\\' ? endOf(escaped, text, at) : at + 1
  }
  return undefined
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
