/** Files of one JSON document, one line per part, that name their format: models, and the statistics behind them. */
import { RankwrightError } from '../problems/problem.ts'

export function documentText(document: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(document).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return `{\n${parts.join(',\n')}\n}\n`
}

/** The document in a text, once it is sure that it is JSON and says that it is of this format. */
export function parsedDocument(text: string, file: string, format: string): Readonly<Record<string, unknown>> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    const at = { file, ...placeIn(text, error) }
    throw new RankwrightError({ area: 'model', code: 'not-a-model', at, format, reason: 'it is not JSON, or was cut short' })
  }
  const isOne = typeof document === 'object' && document !== null && Object.hasOwn(document, 'format')
  if (!isOne || (document as Record<string, unknown>)['format'] !== format) {
    throw new RankwrightError({ area: 'model', code: 'not-a-model', at: { file }, format, reason: `it lacks "format": "${format}"` })
  }
  return document as Readonly<Record<string, unknown>>
}

/** Where the JSON parser stopped. Engines word it differently, and some do not say it. */
function placeIn(text: string, error: unknown): { line?: number; column?: number } {
  const message = error instanceof Error ? error.message : ''
  const match = /position (\d+)/.exec(message)
  const position = match === null ? (/end of JSON/.test(message) ? text.length : undefined) : Number(match[1])
  if (position === undefined) return {}
  const before = text.slice(0, position).split('\n')
  return { line: before.length, column: before[before.length - 1].length + 1 }
}
