import { RankwrightError } from '@rankwright/core'
import { quoted } from './quoted.ts'

/** Throws for what Spark's SQL does not take as the name of a table: parts between dots, those with blanks or signs in back quotes. */
export function requireTableName(given: string): void {
  if (/^(?:`(?:[^`]|``)+`|[\p{L}\p{N}_]+)(?:\s*\.\s*(?:`(?:[^`]|``)+`|[\p{L}\p{N}_]+))*$/u.test(given)) return
  const parts = given.split('.').map((part) => (/^[\p{L}\p{N}_]+$/u.test(part.trim()) ? part.trim() : quoted(part.trim())))
  const canBeMeant = parts.some((part) => part.startsWith('`')) && !given.includes('`') && !parts.includes('``')
  throw new RankwrightError({
    area: 'engine',
    code: 'engine-cannot',
    engine: 'spark',
    what: `"${given}" is no name of a table`,
    instead: `Put each part with blanks or signs into back quotes, as in ${canBeMeant ? parts.join('.') : 'db.`my table`'}, and the name into single quotes for the shell.`,
  })
}
