/** Vectors as they stand in cells: JSON arrays, and what other software prints. */

const form = /^\[\s*[-+.\deE]+(?:\s*,\s*[-+.\deE]+)*\s*\]$/
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }
/** So many numbers without brackets look like a vector. */
const fewBare = 3

/** The numbers of a vector, or undefined where the text is none: `[1, 2]`, `[1 2]`, `(1;2)`, `{1,2}` or `1 2`. */
export function vectorIn(text: string): readonly number[] | undefined {
  return isJson(text) ? (jsonVector(text) ?? printedVector(text)) : printedVector(text)
}

/** Whether the text is a vector as JSON writes it. */
export function isJsonVector(text: string): boolean {
  return isJson(text) && jsonVector(text) !== undefined
}

/** How many numbers a text has that is a vector by itself, whatever its column is said to be; undefined for others. */
export function plainVectorLength(text: string): number | undefined {
  const numbers = vectorIn(text)
  if (numbers === undefined || text[0] === '[') return numbers?.length
  if (closing[text[0]] !== undefined) return numbers.length > 1 ? numbers.length : undefined
  const points = text.split('.').length - 1
  return numbers.length >= fewBare && 2 * points >= numbers.length ? numbers.length : undefined
}

function isJson(text: string): boolean {
  return text[0] === '[' && form.test(text)
}

function jsonVector(text: string): readonly number[] | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found) && found.every((part) => typeof part === 'number') ? found : undefined
  } catch {
    return undefined
  }
}

/** Numbers separated by white space, commas or semicolons, in brackets or not. */
function printedVector(text: string): readonly number[] | undefined {
  const close = closing[text[0]]
  if (close !== undefined && !text.endsWith(close)) return undefined
  const inner = close === undefined ? text : text.slice(1, -1).trim()
  if (!/^[-+.\d]/.test(inner)) return undefined
  const parts = inner.split(/\s*[,;]\s*|\s+/)
  return parts.every((part) => number.test(part)) ? parts.map(Number) : undefined
}
