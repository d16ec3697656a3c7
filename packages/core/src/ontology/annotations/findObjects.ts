import { nearestName } from '../../problems/nearestName.ts'
import type { Place } from '../../problems/place.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { type Annotations, annotationsShape } from './annotations.ts'

/** Finds the objects that a text may mean. */
export interface ObjectFinder {
  /** Throws, with the closest name, if there is none. */
  find(text: string, at?: Place): readonly number[]
  /** The same without an error. */
  search(text: string): readonly number[] | undefined
}

/** Looked for in this order: id, id without its database (P04637 of UniProtKB:P04637, and the other way round), name. Capitals of names do not count. */
export function objectFinder(annotations: Annotations): ObjectFinder {
  annotationsShape('annotations', annotations)
  const { ids, names, file } = annotations
  const byId = indexed(ids, (id) => id)
  const byPart = indexed(ids, withoutDatabase)
  const byName = indexed(names, (name) => name.toLowerCase())
  return { find, search }

  function search(text: string): readonly number[] | undefined {
    return (
      byId.get(text) ?? byPart.get(text) ?? byId.get(withoutDatabase(text)) ?? (text === '' ? undefined : byName.get(text.toLowerCase()))
    )
  }

  function find(text: string, at?: Place): readonly number[] {
    const found = search(text)
    if (found !== undefined) return found
    const nearest =
      nearestName(text, ids) ??
      nearestName(
        text,
        names.filter((name) => name !== ''),
      )
    throw new RankwrightError({
      area: 'ontology',
      code: 'unknown-object',
      ...(at !== undefined && { at }),
      found: text,
      file,
      ...(nearest !== undefined && { nearest }),
    })
  }
}

function withoutDatabase(id: string): string {
  return id.slice(id.indexOf(':') + 1)
}

function indexed(texts: readonly string[], keyOf: (text: string) => string): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [object, text] of texts.entries()) {
    const key = keyOf(text)
    const known = index.get(key)
    if (known === undefined) index.set(key, [object])
    else known.push(object)
  }
  return index
}
