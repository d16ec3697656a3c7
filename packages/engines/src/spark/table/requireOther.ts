import { resolve } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import { mayBeOne } from '../../tables/mayBeOne.ts'
import type { SparkSession } from '../connect/sparkSession.ts'
import { pathHere } from '../sparkFiles.ts'
import { quoted } from './quoted.ts'
import { requireTableName } from './requireTableName.ts'
import { isQuery, pathOnSpark } from './sparkSource.ts'

/**
 * Throws where a table or folder is what a source is read from, under whatever name: scores would take the place of what they are made of. Spark knows the files
 * behind tables, views and queries; a query that has the name of the table in it is refused, too, since not every table has files. `sent` is for sources that are files of this machine.
 */
export async function requireOther(session: SparkSession, target: string, source: string, sent: boolean): Promise<void> {
  const path = pathOnSpark(target)
  if (path === undefined) requireTableName(target)
  const from = sent ? source : isQuery(source) ? undefined : pathOnSpark(source)
  const refused = () =>
    cannot(`${isQuery(source) ? 'the query reads' : `${source} is read from`} ${target}, so it is not replaced`, 'Choose another name.')
  if (path === undefined && from === undefined && namesIn(source).some((name) => mayBeOne(name, partsOf(target)))) throw refused()
  const query = isQuery(source) ? source : `SELECT * FROM ${from === undefined ? source : `parquet.${quoted(from)}`}`
  const read = [...(from === undefined ? [] : [sent ? resolve(from) : from]), ...(sent ? [] : await filesOf(session, query))].map(placeOf)
  const written = path === undefined ? await filesOf(session, `SELECT * FROM ${target}`) : [path]
  if (written.map(placeOf).some((place) => read.some((other) => isWithin(place, other) || isWithin(other, place)))) throw refused()
}

/** None where Spark cannot tell: whoever reads says why. */
async function filesOf(session: SparkSession, query: string): Promise<readonly string[]> {
  try {
    return await session.inputFiles(query)
  } catch (error) {
    if (error instanceof RankwrightError && error.problems[0].area === 'cluster' && error.problems[0].code === 'server-refused') return []
    throw error
  }
}

/** All names in a text of SQL, in their parts. */
function namesIn(sql: string): readonly (readonly string[])[] {
  return (sql.match(/(?:`(?:[^`]|``)+`|[\p{L}\p{N}_$]+)(?:\s*\.\s*(?:`(?:[^`]|``)+`|[\p{L}\p{N}_$]+))*/gu) ?? []).map(partsOf)
}

function partsOf(name: string): readonly string[] {
  return (name.match(/`(?:[^`]|``)+`|[^`.\s]+/g) ?? []).map((part) => (part.startsWith('`') ? part.slice(1, -1).replace(/``/g, '`') : part))
}

interface Place {
  /** Of another file system than the usual one. */
  readonly host: string
  readonly path: string
}

function placeOf(address: string): Place {
  const [, host = '', path] = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/([^/]*))?(.*)$/is.exec(pathHere(decoded(address))) ?? []
  return {
    host,
    path: `${path
      .replace(/[?*[{].*$/s, '')
      .replace(/\/+/g, '/')
      .replace(/\/$/, '')}/`,
  }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

function isWithin(one: Place, other: Place): boolean {
  return one.path.startsWith(other.path) && (one.host === other.host || one.host === '' || other.host === '')
}

function cannot(what: string, instead: string): RankwrightError {
  return new RankwrightError({ area: 'engine', code: 'engine-cannot', engine: 'spark', what, instead })
}
