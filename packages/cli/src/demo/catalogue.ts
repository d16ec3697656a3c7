/** What the made-up shop sells, as a small ontology: kinds of products and what each is a kind of, or a part of. */
import { finish } from '@rankwright/core'
import { similarTerms } from '@rankwright/core/models'
import { hierarchyOf, informationOf, oboParser, termFinder, termSimilarity, trainOntology } from '@rankwright/core/ontology'

/** A kind, then its kinds, one step farther in; `>` names a further kind it also belongs to. */
const tree = `
product
  clothing
    footwear
      running shoes > sports goods
      hiking boots > outdoor goods
      sports sandals
      trail socks > outdoor goods
    jackets
      rain jacket > outdoor goods
      fleece jacket
    trousers
      rain trousers > outdoor goods
      running trousers > sports goods
  household goods
    kitchen machines
      kettle
      toaster
      coffee grinder
      milk frother
    furniture
      chairs
        office chair
        dining chair
      desks
        standing desk
        writing desk
      footrest
    lamps
      desk lamp
      floor lamp
  electronics
    audio
      headphones
      earbuds
      bluetooth speaker
    chargers
      phone charger
      bike computer charger
  leisure goods
    sports goods
      bicycles
        road bike
        city bike
      bike gear
        bike helmet
        bike lock
        bike light > lamps
    outdoor goods
      tent
      umbrella
      head torch > lamps
`

interface Kind {
  readonly id: string
  readonly name: string
  readonly parents: readonly string[]
}

/** The catalogue as an OBO file. */
export function catalogueFile(): string {
  const kinds: Kind[] = []
  const above: string[] = []
  for (const line of tree.trim().split('\n')) {
    const depth = (line.length - line.trimStart().length) / 2
    const [name, also] = line.trim().split(' > ')
    kinds.push({
      id: `SHOP:${String(kinds.length + 1).padStart(3, '0')}`,
      name,
      parents: [...above.slice(Math.max(0, depth - 1), depth), ...(also === undefined ? [] : [also])],
    })
    above.length = depth
    above.push(name)
  }
  const idOf = new Map(kinds.map(({ id, name }) => [name, id]))
  const stanzas = kinds.map(({ id, name, parents }) =>
    ['[Term]', `id: ${id}`, `name: ${name}`, ...parents.map((parent) => `is_a: ${idOf.get(parent)} ! ${parent}`)].join('\n'),
  )
  return `format-version: 1.4\nontology: shop\n\n${stanzas.join('\n\n')}\n`
}

export interface LikenessExample {
  readonly terms: number
  readonly asked: string
  readonly measures: readonly { readonly name: string; readonly closest: readonly string[] }[]
}

const shown = 4

/** What is closest to one kind: by one learned score, by many, and by a classical measure. */
export function likenessExample(asked = 'bike light'): LikenessExample {
  const parser = oboParser('catalogue.obo', {})
  parser.push(new TextEncoder().encode(catalogueFile()))
  const ontology = parser.finish()
  const hierarchy = hierarchyOf(ontology)
  const [term] = termFinder(ontology).find(asked)
  const names = (found: readonly { readonly term: number }[]) => found.map((each) => ontology.names[each.term])
  const model = finish(trainOntology(hierarchy, { parts: 'branches' }))
  const lines = finish(trainOntology(hierarchy))
  const lin = termSimilarity(hierarchy, { measure: 'lin', information: informationOf(hierarchy, 'seco') })
  const byLin = ontology.ids
    .map((_, other) => ({ term: other, similarity: lin.of(term, other) }))
    .filter((each) => each.term !== term)
    .sort((a, b) => b.similarity - a.similarity || a.term - b.term)
  return {
    terms: ontology.ids.length,
    asked,
    measures: [
      { name: 'one learned score', closest: names(similarTerms(model).top(term, shown)) },
      { name: `${lines.lines} learned scores`, closest: names(similarTerms(lines).top(term, shown)) },
      { name: 'Lin 1998', closest: names(byLin.slice(0, shown)) },
    ],
  }
}
