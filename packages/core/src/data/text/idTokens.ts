/**
 * Ids as they can stand in a file whose fields end at white space: LETOR and TREC. When one of them holds a space or a control
 * character, or nothing, all are percent-encoded (`blue%20kettle`), so that different ids stay different.
 */
export function idTokens(ids: readonly string[]): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
  if (ids.every((id) => /^[^\u0000-\u0020]+$/.test(id))) return ids
  // biome-ignore lint/suspicious/noControlCharactersInRegex: see above
  return ids.map((id) => (id === '' ? '%' : id.replaceAll(/[\u0000-\u0020%]/g, percentCode)))
}

function percentCode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
