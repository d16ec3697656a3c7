/** A name as Spark's SQL writes it. */
export function quoted(name: string): string {
  return `\`${name.replace(/`/g, '``')}\``
}
