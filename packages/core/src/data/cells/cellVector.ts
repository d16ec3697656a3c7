const form = /^\[\s*[-+.\deE]+(?:\s*,\s*[-+.\deE]+)*\s*\]$/

/** The numbers of a JSON array, or undefined where the text is none. */
export function vectorIn(text: string): readonly number[] | undefined {
  if (text[0] !== '[' || !form.test(text)) return undefined
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found) && found.every((part) => typeof part === 'number') ? found : undefined
  } catch {
    return undefined
  }
}
