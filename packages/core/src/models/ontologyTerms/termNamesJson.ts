/** What terms are called, as part of a model file: `ids`, `names` and, where there are any, what else a text may mean. */
import type { DocumentReader } from '../../documents/documentReader.ts'
import type { TermNames } from '../../ontology/structure/findTerms.ts'
import type { ObsoleteTerm } from '../../ontology/structure/ontology.ts'

export const termNameKeys: readonly string[] = ['ids', 'names', 'synonyms', 'alternativeIds', 'obsolete', 'senses?', 'definitions?']

/** The keys that the files of all kinds have that compare terms. */
export const termModelKeys: readonly string[] = [
  ...['format', 'version', 'kind', 'method', 'options', 'relations', 'root?'],
  ...termNameKeys,
]

export function termNamesToJson(terms: TermNames): Record<string, unknown> {
  const { ids, names, synonyms, alternativeIds, obsolete, senses, definitions } = terms
  return {
    ids,
    names,
    synonyms: Array.from(synonyms, ([term, texts]) => [term, ...texts]),
    alternativeIds: Array.from(alternativeIds, ([id, term]) => [term, id]),
    obsolete,
    ...(senses && { senses: Array.from(senses, ([word, meant]) => [word, ...meant]) }),
    ...(definitions && { definitions: Array.from(definitions) }),
  }
}

export function termNamesFromJson(top: Readonly<Record<string, unknown>>, read: DocumentReader): TermNames {
  const ids = read.texts(top['ids'], 'ids')
  const names = read.texts(top['names'], 'names')
  if (names.length !== ids.length) read.fail('names', `there are ${names.length} names of ${ids.length} terms`)
  const termOf = (value: unknown, where: string) => {
    const term = read.count(value, where)
    return term < ids.length ? term : read.fail(where, `there is no term ${term}`)
  }
  const rows = (key: string) =>
    read.items(top[key], key).map((value, row) => {
      const [first, ...others] = read.items(value, `${key}[${row}]`)
      return { where: `${key}[${row}]`, first, others }
    })
  const indexOfId = new Map(ids.map((id, term) => [id, term]))
  if (indexOfId.size < ids.length) read.fail('ids', 'an id appears twice')
  return {
    ids,
    names,
    synonyms: new Map(rows('synonyms').map(({ where, first, others }) => [termOf(first, where), read.texts(others, where)])),
    indexOfId,
    alternativeIds: new Map(rows('alternativeIds').map(({ where, first, others }) => [read.text(others[0], where), termOf(first, where)])),
    obsolete: read.items(top['obsolete'], 'obsolete').map((value, row): ObsoleteTerm => {
      const where = `obsolete[${row}]`
      const { id, name, replacedBy } = read.object(value, where, ['id', 'name', 'replacedBy?'])
      return {
        id: read.text(id, `${where}.id`),
        name: read.text(name, `${where}.name`),
        ...(replacedBy !== undefined && { replacedBy: read.text(replacedBy, `${where}.replacedBy`) }),
      }
    }),
    ...(top['senses'] !== undefined && {
      senses: new Map(
        rows('senses').map(({ where, first, others }) => [read.text(first, where), others.map((term) => termOf(term, where))]),
      ),
    }),
    ...(top['definitions'] !== undefined && {
      definitions: new Map(rows('definitions').map(({ where, first, others }) => [termOf(first, where), read.text(others[0], where)])),
    }),
  }
}
