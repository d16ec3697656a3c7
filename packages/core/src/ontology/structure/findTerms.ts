import { nearestName } from '../../problems/nearestName.ts'
import type { Place } from '../../problems/place.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Ontology } from './ontology.ts'
import { termNamesShape } from './ontologyShapes.ts'

/** The names of terms: the part of an ontology that is needed to find them by a text. */
export type TermNames = Pick<
  Ontology,
  'ids' | 'names' | 'synonyms' | 'indexOfId' | 'alternativeIds' | 'obsolete' | 'senses' | 'definitions'
>

/** These, and no more, of an ontology or of a model. Of definitions, the beginnings of those that tell terms of one name apart. */
export function termNames(terms: TermNames): TermNames {
  const { ids, names, synonyms, indexOfId, alternativeIds, obsolete, senses, definitions } = terms
  const kept = new Map<number, string>()
  if (definitions !== undefined) {
    for (const term of namesakes(terms)) {
      const definition = definitions.get(term)
      if (definition !== undefined) kept.set(term, definition.slice(0, longestDefinition))
    }
  }
  return {
    ...{ ids, names, synonyms, indexOfId, alternativeIds, obsolete },
    ...(senses && { senses }),
    ...(kept.size > 0 && { definitions: kept }),
  }
}

const longestDefinition = 120

/** Terms that share a name or a word with others, in their order. */
function namesakes({ names, synonyms, senses }: TermNames): number[] {
  const found = new Set<number>()
  const groups = [senses ?? new Map<string, number[]>(), indexed(names.entries()), indexed(synonymsOf(synonyms))]
  for (const group of groups) for (const terms of group.values()) if (terms.length > 1) for (const term of terms) found.add(term)
  return [...found].sort((a, b) => a - b)
}

/** Finds the terms that a text may mean: one for an id, all its senses for a word. */
export interface TermFinder {
  /** Throws, with the closest name, if there is none. */
  find(text: string, at?: Place): readonly number[]
  /** The one term that a text means. Throws, with all that it may mean, if there are several. */
  one(text: string, at?: Place): number
  /** The same without an error. */
  search(text: string): readonly number[] | undefined
  /** Terms that have the text as a synonym while it is the name, the id or a word of others, which `find` gives. */
  hiddenBy(text: string): readonly number[]
}

/**
 * Looked for in this order: id, former id, word of WordNet (`dog`) or one sense of it (`dog.n.01`), id in other capitals, name, synonym. Capitals do
 * not count, nor does the difference between a space and an underscore; but a word that WordNet also spells with other
 * capitals means the senses of its own spelling: `Brother` is a monk, `brother` is not. The name of a term hides synonyms of others.
 */
export function termFinder(terms: TermNames): TermFinder {
  termNamesShape('terms', terms)
  const { ids, names, synonyms, indexOfId, alternativeIds, obsolete, senses, definitions } = terms
  let byId: Map<string, number[]> | undefined
  let byName: Map<string, number[]> | undefined
  let bySynonym: Map<string, number[]> | undefined

  return { find, one, search, hiddenBy }

  function search(text: string): readonly number[] | undefined {
    const id = indexOfId.get(text) ?? alternativeIds.get(text)
    if (id !== undefined) return [id]
    const folded = foldedName(text)
    if (senses !== undefined) {
      const meant = senses.get(folded.replaceAll(' ', '_'))
      if (meant !== undefined) return spelledAlike(meant, text)
      const numbered = /^(.+)\.([nvasr])\.(\d+)$/.exec(folded.replaceAll(' ', '_'))
      const sense = numbered === null ? undefined : senses.get(numbered[1])?.[Number(numbered[3]) - 1]
      if (sense !== undefined) return [sense]
    }
    byId ??= indexed(idsOf(terms))
    byName ??= indexed(names.entries())
    return byId.get(folded) ?? byName.get(folded) ?? havingSynonym(folded)
  }

  function havingSynonym(folded: string): readonly number[] | undefined {
    bySynonym ??= indexed(synonymsOf(synonyms))
    return bySynonym.get(folded)
  }

  function hiddenBy(text: string): readonly number[] {
    if (senses !== undefined) return [] // the synonyms of WordNet are its words
    const found = search(text) ?? []
    return (havingSynonym(foldedName(text)) ?? []).filter((term) => !found.includes(term))
  }

  function spelledAlike(meant: readonly number[], text: string): readonly number[] {
    const spelled = text.trim().replaceAll('_', ' ')
    const alike = meant.filter((term) => names[term] === spelled || synonyms.get(term)?.includes(spelled))
    return alike.length > 0 ? alike : meant
  }

  function find(text: string, at?: Place): readonly number[] {
    const found = search(text)
    if (found !== undefined) return found
    const where = at === undefined ? {} : { at }
    const folded = foldedName(text)
    const retired = obsolete.find(({ id, name }) => foldedName(id) === folded || (name !== '' && foldedName(name) === folded))
    if (retired !== undefined) {
      const { replacedBy } = retired
      throw new RankwrightError({
        area: 'ontology',
        code: 'term-obsolete',
        ...where,
        found: text,
        ...(replacedBy !== undefined && { replacedBy }),
      })
    }
    const nearest = nearestTerm(text)
    throw new RankwrightError({ area: 'ontology', code: 'unknown-term', ...where, found: text, ...(nearest !== undefined && { nearest }) })
  }

  function one(text: string, at?: Place): number {
    const meant = spelledAlike(find(text, at), text)
    if (meant.length === 1) return meant[0]
    const meanings = meant.map((term) => {
      const definition = definitions?.get(term)
      const also = (synonyms.get(term) ?? []).filter((synonym) => synonym !== names[term])
      return {
        id: ids[term],
        names: [names[term], ...also].filter((name) => name !== ''),
        ...(definition !== undefined && { definition }),
      }
    })
    throw new RankwrightError({ area: 'ontology', code: 'several-meanings', ...(at && { at }), found: text, meanings })
  }

  /** The id or name that is closest to what was written, and its id beside a name. */
  function nearestTerm(text: string): string | undefined {
    const folded = foldedName(text)
    const id = nearestName(text, ids)
    if (id !== undefined && /\d/.test(text)) return id
    const name = nearestName(folded, foldedNames())
    if (name === undefined) return id
    const [term] = search(name) ?? []
    return term === undefined ? name : `"${name}" (${ids[term]})`
  }

  function* foldedNames(): Generator<string> {
    for (const name of names) if (name !== '') yield foldedName(name)
    for (const [, synonym] of synonymsOf(synonyms)) yield foldedName(synonym)
  }
}

function* idsOf({ ids, alternativeIds }: TermNames): Generator<[number, string]> {
  yield* ids.entries()
  for (const [id, term] of alternativeIds) yield [term, id]
}

function* synonymsOf(synonyms: TermNames['synonyms']): Generator<[number, string]> {
  for (const [term, texts] of synonyms) for (const text of texts) yield [term, text]
}

function foldedName(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', ' ')
}

function indexed(entries: Iterable<[number, string]>): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [term, text] of entries) {
    if (text === '') continue
    const folded = foldedName(text)
    const known = index.get(folded)
    if (known === undefined) index.set(folded, [term])
    else if (known[known.length - 1] !== term) known.push(term) // the texts of a term come together
  }
  return index
}
