/**
 * Text that came from data, in a form that is safe to show: control characters, which a terminal would obey, marks that reverse the
 * direction of writing, and line breaks become visible signs.
 */
export function shownText(text: string): string {
  return text.replace(unsafe, shownCharacter)
}

/** The controls of ASCII and of Latin-1, the marks of writing direction, the separators of lines, and the byte order mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** Pictures of the controls of ASCII; the code of all others, as in `<U+202E>`. */
function shownCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
