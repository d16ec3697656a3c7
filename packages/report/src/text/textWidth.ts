/** How wide words are in charts, in pixels of their font size, without a font at hand: about right, and rather too wide than too narrow. */

/** East Asian letters and pictures are as wide as they are high. */
const full =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u
/** Marks that stand on the letter before them, and joiners, have no width of their own. */
const none = /[\p{Mark}\u200b-\u200f\u202a-\u202e\u2060-\u2069]/u

export function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += letterWidth(letter)
  return width
}

function letterWidth(letter: string): number {
  return none.test(letter) ? 0 : full.test(letter) ? 13 : 7
}

/** A name that fits: a long one is cut in the middle, because both ends tell names apart. */
export function fitted(text: string, room: number): string {
  if (textWidth(text) <= room) return text
  const letters = Array.from(text)
  const half = (room - 10) / 2
  let [start, end] = [0, letters.length]
  for (let used = 0; start < end - 1; start++) {
    used += letterWidth(letters[start])
    if (used > half) break
  }
  for (let used = 0; end > start + 1; end--) {
    used += letterWidth(letters[end - 1])
    if (used > half) break
  }
  return `${letters.slice(0, start).join('')}…${letters.slice(end).join('')}`
}
