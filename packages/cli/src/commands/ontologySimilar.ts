import { type OptionTable, similarTerms, termFinder } from '@rankwright/core'
import { readOntologyModel } from '@rankwright/node'
import { command } from '../command.ts'
import { decimals } from '../terminal/numbers.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const similarOptions = {
  top: { kind: 'integer', atLeast: 1, doc: 'How many terms to tell (default 10).' },
  above: { kind: 'number', atLeast: 0, atMost: 1, doc: 'Instead: all terms with at least this similarity.' },
} as const satisfies OptionTable

export const ontologySimilar = command({
  summary: 'Tell which terms are most similar to a term by their learned scores.',
  inputs: { model: 'Model file of ontology train.', term: 'Id or name of a term.' },
  options: similarOptions,
  usage: ['MODEL TERM [--top N | --above S]'],
  example: 'rankwright ontology similar go.json GO:0006915 --top 10',
  async run({ model: path, term: text, options: { top, above } }) {
    if (top !== undefined && above !== undefined) throw new UsageError('Give --top or --above, not both.')
    const model = await readOntologyModel(path)
    const { ids, names, scores } = model
    const [term] = termFinder(model).find(text)
    const asked = similarTerms(scores)
    const found = above === undefined ? asked.top(term, top ?? 10) : asked.above(term, above)
    const similar = found.map((each) => ({ id: ids[each.term], name: names[each.term], similarity: each.similarity }))
    return {
      document: { term: ids[term], similar },
      text: ({ bold }) => {
        const rows = similar.map(({ id, name, similarity }) => [decimals(similarity), id, name])
        return `${bold(`${ids[term]} ${names[term]}`.trim())}\n\n${textTable(['similarity', 'term', ''], ['right', 'left', 'left'], rows)}\n`
      },
    }
  },
})
