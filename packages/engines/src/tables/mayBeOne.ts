/** Whether two names may mean one table: case makes no difference, and a schema that is left out may be any. */
export function mayBeOne(one: readonly string[], other: readonly string[]): boolean {
  const shared = Math.min(one.length, other.length)
  const end = (parts: readonly string[]) => parts.slice(-shared).map((part) => part.toLowerCase())
  return end(one).every((part, place) => part === end(other)[place])
}
