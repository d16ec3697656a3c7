/** A cached table with a row for each packed part, on the executor whose disk it lies on. */
import { RankwrightError } from '@rankwright/core'
import { reportedProblem } from '../../worker/answerRows.ts'
import type { PartFacts } from '../../worker/partFacts.ts'
import type { SparkSession } from '../connect/sparkSession.ts'
import { newName } from '../parts/sparkParts.ts'

/** `packed` is a query with the columns of `partColumns`, at least of the first piece of each part. */
export async function packedDirectory(session: SparkSession, packed: string): Promise<string> {
  const directory = newName('directory')
  await session.run(`CACHE TABLE ${directory} AS SELECT part, pieces, facts, ${fileOfPart} AS file FROM (${packed}) WHERE piece = 0`)
  return directory
}

/** As `partFileName` names it. */
const fileOfPart = "concat(part, '-', lpad(lower(hex(CAST(get_json_object(facts, '$.crc') AS BIGINT))), 8, '0'), '.part')"

/** What was packed: every part once, or the problem of a worker. */
export async function packedFacts(session: SparkSession, directory: string, parts: number): Promise<PartFacts[]> {
  const rows = await session.rows(`SELECT part, pieces, facts FROM ${directory}`)
  const [numbers, pieces, texts] = [rows.get('part') ?? [], rows.get('pieces') ?? [], (rows.get('facts') ?? []).map(String)]
  const facts: PartFacts[] = []
  for (const [place, part] of numbers.entries()) {
    if (pieces[place] === 0) throw reportedProblem(texts[place])
    if (facts[Number(part)] !== undefined) throw new RankwrightError({ area: 'engine', code: 'part-answered-twice', part: Number(part) })
    facts[Number(part)] = JSON.parse(texts[place])
  }
  const missing = Array.from({ length: parts }, (_, part) => part).filter((part) => facts[part] === undefined)
  if (missing.length > 0) throw new RankwrightError({ area: 'engine', code: 'parts-missing', missing, total: parts })
  return facts
}
