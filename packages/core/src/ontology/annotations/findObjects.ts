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

/** Looked for in this order: id, id without its database (P04637 of UniProtKB:P04637, and the other way round), name, id in other capitals. Capitals do not count. */
export function objectFinder(annotations: Annotations): ObjectFinder {
  annotationsShape('annotations', annotations)
  const { ids, names, file } = annotations
  const byId = indexed(ids, (id) => id)
  const byPart = indexed(ids, withoutDatabase)
  const byName = indexed(names, folded)
  let byFolded: readonly Map<string, number[]>[] | undefined
  return { find, search }

  function search(text: string): readonly number[] | undefined {
    const exact = byId.get(text) ?? byPart.get(text) ?? byId.get(withoutDatabase(text))
    if (exact !== undefined || text === '') return exact
    const lower = folded(text)
    byFolded ??= [indexed(ids, folded), indexed(ids, (id) => folded(withoutDatabase(id)))]
    const [ofIds, ofParts] = byFolded
    return byName.get(lower) ?? ofIds.get(lower) ?? ofParts.get(lower) ?? ofIds.get(withoutDatabase(lower))
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

function folded(text: string): string {
  return text.toLowerCase()
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
