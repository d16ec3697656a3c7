/**
 * How wide a text is, about, without a font at hand: the widths of Helvetica for Latin letters, a square for wide scripts, and a little more for
 * safety, since whoever looks at a picture has other fonts.
 */

const narrow = new Set("iljtfrI.,:;'|!()[]{}/\\ -")
const wide = new Set('mwMWGOQDCHNU@%&')
const safety = 1.16

export function textWidth(text: string, size: number): number {
  let ems = 0
  for (const letter of text) ems += widthOf(letter)
  return ems * size * safety
}

/** The text, or as much of it as there is room for, with an ellipsis. */
export function fitted(text: string, size: number, room: number): string {
  if (textWidth(text, size) <= room) return text
  const letters = [...text]
  let kept = ''
  let width = textWidth('…', size)
  for (const letter of letters) {
    width += widthOf(letter) * size * safety
    if (width > room) break
    kept += letter
  }
  return `${kept.trimEnd()}…`
}

/** The text in lines that fit, broken between words; a word that is wider than a line is cut. */
export function wrapped(text: string, size: number, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines[lines.length - 1]} ${word}`
    if (lines.length > 0 && textWidth(longer, size) <= room) lines[lines.length - 1] = longer
    else lines.push(fitted(word, size, room))
  }
  return lines
}

function widthOf(letter: string): number {
  if (narrow.has(letter)) return 0.33
  if (wide.has(letter)) return 0.8
  const code = letter.codePointAt(0) ?? 0
  if (code >= 0x1100 && /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u.test(letter))
    return 1
  return letter >= 'A' && letter <= 'Z' ? 0.68 : 0.56
}
