import { randomUUID } from 'node:crypto'
import { explain, type ListModel, RankwrightError } from '@rankwright/core'
import { namedOption } from '@rankwright/core/problems'
import { SCORE_ROWS } from '../../worker/scoreRows.ts'
import type { SparkSession } from '../connect/sparkSession.ts'
import { newName, type SparkParts, sentPrograms, sqlText } from '../parts/sparkParts.ts'
import { workerCommand } from '../parts/workerCommand.ts'
import { quoted } from './quoted.ts'
import { pathOnSpark } from './sparkSource.ts'

/**
 * Writes the scores of packed lists into a table, or a folder of Parquet files that executors see. No score comes here. All of them are computed and counted
 * before anything is written, and a table appears under its name when it is whole. A folder is replaced only if that was asked for, and all scores are stored before it is
 * emptied.
 */
export async function writeScores(
  session: SparkSession,
  target: string,
  parts: SparkParts,
  model: ListModel,
  replace: boolean,
): Promise<void> {
  const path = pathOnSpark(target)
  const relation = path === undefined ? target : `parquet.${quoted(path)}`
  const found = await columnsOf(session, relation)
  if (found !== undefined && !replace) {
    if (path !== undefined)
      throw cannot(
        `${target} is there already, and Spark empties a folder before it writes to it`,
        `Choose another folder, or a table, which is replaced when the new one is whole; ${namedOption('force')} replaces the folder.`,
      )
    if (!isOfScores(found))
      throw cannot(
        `${target} is there already, and it is no table of scores`,
        `Choose another name, or replace it with ${namedOption('force')}.`,
      )
  }
  const answers = await parts.answersThere('scoredLists', { model })
  const rows = newName('scores')
  try {
    await session.run(`CACHE TABLE ${rows} OPTIONS ('storageLevel' 'DISK_ONLY') AS ${await rowsQuery(session, answers, parts.items)}`)
    await requireAll(session, rows, parts)
    const wanted = `SELECT list, place, ${parts.items === undefined ? '' : 'item, '}score FROM ${rows}`
    if (path === undefined) await writeTable(session, target, wanted, found !== undefined)
    else if (found === undefined) await session.run(writing(path, wanted))
    else await replaceFolder(session, path, wanted)
  } finally {
    for (const table of [rows, ...answers]) await session.run(`UNCACHE TABLE IF EXISTS ${table}`).catch(() => {}) // it ends with the session
  }
}

/** Undefined where there is nothing of that name; nothing where there is something else than a table. */
async function columnsOf(session: SparkSession, relation: string): Promise<readonly string[] | undefined> {
  try {
    const found = await session.rows(`DESCRIBE QUERY SELECT * FROM ${relation}`)
    const types = found.get('data_type') ?? []
    return (found.get('col_name') ?? []).map((name, column) => `${name} ${types[column]}`)
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    const [problem] = error.problems
    if (problem.area !== 'cluster' || problem.code !== 'server-refused') throw error
    if (/TABLE_OR_VIEW_NOT_FOUND|PATH_NOT_FOUND/.test(problem.reason)) return undefined
    if (problem.reason.includes('UNABLE_TO_INFER_SCHEMA')) return []
    throw error
  }
}

function isOfScores(columns: readonly string[]): boolean {
  return columns.filter((column) => column !== 'item string').join() === 'list string,place int,score double'
}

/** Items are those of the source, by list and place; `known` counts the rows that are there. */
async function rowsQuery(session: SparkSession, answers: readonly string[], items: string | undefined): Promise<string> {
  const programs = await sentPrograms(session, {})
  const keeping = await session.sendFile(Buffer.from(randomUUID()), 'keeping')
  const command = sqlText(workerCommand({ ...programs, keeping, parts: 'kept' }, SCORE_ROWS))
  const all = answers.map((table) => `SELECT part, payload FROM ${table} WHERE kind = 'answer'`).join(' UNION ALL ')
  const scores =
    `SELECT CAST(unbase64(id) AS STRING) AS list, place, score FROM ` +
    `(SELECT TRANSFORM(part, payload) USING ${command} AS (id STRING, place INT, score DOUBLE) FROM (${all}))`
  if (items === undefined) return `SELECT *, true AS known FROM (${scores})`
  return `SELECT s.list, s.place, i.item, s.score, i.known FROM (${scores}) s LEFT JOIN (SELECT *, true AS known FROM (${items})) i ON s.list = i.list AND s.place = i.place`
}

async function requireAll(session: SparkSession, rows: string, parts: SparkParts): Promise<void> {
  const counted = await session.rows(
    `SELECT count(*) AS rows, count_if(list IS NOT NULL AND place IS NOT NULL AND score IS NOT NULL AND known) AS whole FROM ${rows}`,
  )
  const expected = parts.sizes.reduce((sum, size) => sum + size.rows, 0)
  const found = Math.min(Number(counted.get('rows')?.[0]), Number(counted.get('whole')?.[0]))
  if (found !== expected || Number(counted.get('rows')?.[0]) !== expected)
    throw cannot(
      `${found} of ${expected} scores have a row that they belong to, so nothing was written: the table was changed meanwhile, or a worker was stopped`,
      'Run the command again.',
    )
}

/** The table is written beside its place. One that is there stays until the new one is whole. */
async function writeTable(session: SparkSession, target: string, query: string, exists: boolean): Promise<void> {
  const mark = randomUUID().slice(0, 8)
  const [written, before] = [beside(target, `written_${mark}`), beside(target, `before_${mark}`)]
  const drop = (table: string) => session.run(`DROP TABLE IF EXISTS ${table}`)
  try {
    await session.run(`CREATE TABLE ${written} USING parquet AS ${query}`)
    if (exists) await session.run(`ALTER TABLE ${target} RENAME TO ${before}`)
    try {
      await session.run(`ALTER TABLE ${written} RENAME TO ${target}`)
    } catch (error) {
      if (exists) await session.run(`ALTER TABLE ${before} RENAME TO ${target}`)
      throw error
    }
  } catch (error) {
    await drop(written).catch(() => {}) // the reason is told
    throw error
  }
  if (exists) await drop(before)
}

function writing(path: string, query: string): string {
  return `INSERT OVERWRITE DIRECTORY ${sqlText(path)} USING parquet ${query}`
}

/** Spark cannot rename folders, and empties one before it writes. So what is to be in it is stored in a table first, which stays where the folder could not be written. */
async function replaceFolder(session: SparkSession, path: string, query: string): Promise<void> {
  const stored = `rankwright_scores_${randomUUID().slice(0, 8)}`
  await session.run(`CREATE TABLE ${stored} USING parquet AS ${query}`)
  try {
    await session.run(writing(path, `SELECT * FROM ${stored}`))
  } catch (error) {
    const [problem] = error instanceof RankwrightError ? error.problems : []
    const reason = problem === undefined ? String(error) : explain(problem)
    throw cannot(
      `${path} could not be replaced (${reason})`,
      `What was in it may be gone; all scores are in the table ${stored}: write them to a folder from there, and drop it.`,
    )
  }
  await session.run(`DROP TABLE ${stored}`)
}

/** Another name in the same database. */
function beside(table: string, word: string): string {
  return table.endsWith('`') ? `${table.slice(0, -1)}_${word}\`` : `${table}_${word}`
}

function cannot(what: string, instead: string): RankwrightError {
  return new RankwrightError({ area: 'engine', code: 'engine-cannot', engine: 'spark', what, instead })
}
