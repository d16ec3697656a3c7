import { requireText } from '../../arguments/requireKind.ts'

/** A rank as rankings print it: `7`, `=45` for a shared place, `201-250` for a band, which counts as its middle. */
export function rankOf(text: string): number | undefined {
  requireText('text', text)
  const parts = /^=?\s*(\d+(?:\.\d+)?)(?:\s*[-–]\s*(\d+(?:\.\d+)?))?\+?$/.exec(text.trim())
  if (parts === null) return undefined
  const from = Number(parts[1])
  const to = parts[2] === undefined ? from : Number(parts[2])
  return to >= from && from > 0 ? (from + to) / 2 : undefined
}
