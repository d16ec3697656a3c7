/** A set of categories as words of 32 bits: bit k of word w stands for the category 32 w + k. */
export function wordsOf(categories: readonly number[]): Int32Array {
  const words = new Int32Array(categories.reduce((most, category) => Math.max(most, Math.floor(category / 32) + 1), 0))
  for (const category of categories) words[Math.floor(category / 32)] |= 1 << (category % 32)
  return words
}
