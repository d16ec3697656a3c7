/**
 * Whether a name has the form of a pattern: `*` stands for any characters, `?` for one, `[abc]`, `[a-c]` and `[!a]` for one of some. As in a
 * shell, a name that starts with a dot has to be asked for with a dot. The time is at most that of name times pattern.
 */
export function matchesPattern(name: string, pattern: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false
  const tokens = tokensOf(pattern)
  const characters = [...name]
  let token = 0
  let character = 0
  /** Where the last star stands, and the first character that it does not stand for yet. */
  let star = -1
  let after = 0
  while (character < characters.length) {
    const expected = tokens[token]
    if (expected === 'any') {
      star = token++
      after = character
    } else if (expected?.(characters[character])) {
      token++
      character++
    } else if (star >= 0) {
      token = star + 1
      character = ++after
    } else return false
  }
  while (tokens[token] === 'any') token++
  return token === tokens.length
}

type Token = 'any' | ((character: string) => boolean)

function tokensOf(pattern: string): readonly Token[] {
  const found = pattern.match(/\*+|\[!?\]?[^\]]*\]|./gsu) ?? []
  return found.map((text): Token => {
    if (text.startsWith('*')) return 'any'
    if (text === '?') return () => true
    return text.length > 1 && text.startsWith('[') ? oneOfClass(text) : (character) => character === text
  })
}

/** `[a-c]` or `[!abc]`. */
function oneOfClass(text: string): (character: string) => boolean {
  const not = text[1] === '!'
  const ranges = text.slice(not ? 2 : 1, -1).match(/.-.|./gsu) ?? []
  const holds = (character: string) =>
    ranges.some((range) => {
      const [first, , last = first] = [...range]
      return character >= first && character <= last
    })
  return (character) => holds(character) !== not
}
