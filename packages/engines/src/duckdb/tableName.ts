import { RankwrightError } from '@rankwright/core'

/**
 * The parts of the name of a table, as DuckDB separates them: by dots outside of double quotes. `main.sc` is the table sc of the schema main, `"main.sc"` is one name.
 */
export function tableName(text: string): readonly string[] {
  const parts: string[] = []
  let rest = text
  for (;;) {
    const [found, quotedPart, plain] = /^(?:"((?:[^"]|"")+)"|([^".]+))(?=\.|$)/.exec(rest) ?? []
    if (found === undefined || parts.length === 3) throw noName(text)
    parts.push(quotedPart?.replace(/""/g, '"') ?? plain)
    if (found.length === rest.length) return parts
    rest = rest.slice(found.length + 1)
  }
}

/** The name as it has to be given. */
export function nameText(parts: readonly string[]): string {
  return parts.map((part) => (/^[\p{L}_][\p{L}\p{N}_$]*$/u.test(part) ? part : quoted(part))).join('.')
}

/** A name as SQL writes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function noName(found: string): RankwrightError {
  return new RankwrightError({
    area: 'engine',
    code: 'engine-cannot',
    engine: 'duckdb',
    what: `${found} is no name of a table`,
    instead: 'Separate schema and table by a dot, and put double quotes around names with dots or quotes, such as "my.schema"."my.table".',
  })
}
