/** Words for numbers in text files, and how a message shows other text. */

/** NULL, NA, NaN in any case, and the "-nan" that C prints. */
export function isMissing(text: string): boolean {
  return text.length <= 4 && /^(?:null|na|[+-]?nan)$/i.test(text)
}

export function isNotFinite(text: string): boolean {
  return text.length <= 9 && /^[+-]?(?:nan|inf|infinity)$/i.test(text)
}

/** The text of ASCII bytes, a character for each. */
export function ascii(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let from = start; from < end; from += 4096) text += String.fromCharCode(...bytes.subarray(from, Math.min(end, from + 4096)))
  return text
}

/** The start of a token as a message shows it: at most 40 bytes, what cannot be shown written as \xNN. */
export function snippet(bytes: Uint8Array, start: number, end: number): string {
  const shown = Math.min(end, start + 40)
  let text = ''
  for (let i = start; i < shown; i++) {
    const byte = bytes[i]
    text += byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
  }
  return shown < end ? `${text}…` : text
}
