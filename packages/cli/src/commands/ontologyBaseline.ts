import { type ComparedPairs, comparePairs, measureNames, type OptionTable, type Resolved, termFinder } from '@rankwright/core'
import { readPairs, readTerms, writeMatrix } from '@rankwright/node'
import { command } from '../command.ts'
import { ontologyOptions, readHierarchy } from '../ontology.ts'
import { measuredSimilarity, measureOptions, requireFittingMeasure } from '../ontologyMeasure.ts'
import { requireFolderOf } from '../outputFile.ts'
import { counted, decimals, readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const baselineOptions = {
  measure: { kind: 'choice', of: measureNames, default: 'lin', doc: 'Measure of similarity.' },
  pairs: {
    kind: 'text',
    placeholder: 'PAIRS',
    doc: 'Pairs to compare: a,b or a,b,rating rows; terms by id or name, those of a set with semicolons between.',
  },
  skipUnknown: { kind: 'flag', doc: 'Leave pairs out whose terms the ontology does not know.' },
  matrix: { kind: 'text', placeholder: 'FILE', doc: 'Instead of pairs: compare all terms with all, into a .npy, .csv or .tsv file.' },
  terms: { kind: 'text', placeholder: 'FILE', doc: 'With --matrix: the terms to compare, one a line; all when left out.' },
  ...measureOptions,
  ...ontologyOptions,
} as const satisfies OptionTable

type Options = Resolved<typeof baselineOptions>

export const ontologyBaseline = command({
  summary: 'Compare terms by a classical measure of similarity, and with ratings of people.',
  inputs: { file: 'Ontology.' },
  options: baselineOptions,
  usage: ['FILE --measure M --pairs PAIRS', 'FILE --measure M --matrix OUT [--terms FILE]'],
  example: 'rankwright ontology baseline go-basic.obo --measure lin --ic seco --pairs pairs.csv',
  async run({ file, options }, around) {
    requireFittingOptions(options)
    if (options.matrix !== undefined) await requireFolderOf(options.matrix)
    const hierarchy = await readHierarchy(file, options, around)
    const { similarity, about } = await measuredSimilarity(hierarchy, options, around)
    const { measure } = options
    const finder = termFinder(hierarchy.ontology)
    if (options.matrix !== undefined) {
      const terms =
        options.terms === undefined
          ? Uint32Array.from({ length: hierarchy.size }, (_, term) => term)
          : await readTerms(options.terms, finder)
      const ids = Array.from(terms, (term) => hierarchy.ontology.ids[term])
      const onRow = (done: number) => around.progress({ stage: 'comparing', done, total: terms.length })
      await writeMatrix(options.matrix, ids, similarity.rows(terms), { onRow })
      const document = { ...about, terms: terms.length, matrix: options.matrix }
      return { document, text: () => `${measure} of ${counted(terms.length, 'term')} with each other written to ${options.matrix}\n` }
    }
    const pairs = await readPairs(options.pairs ?? '')
    around.progress({ stage: 'comparing', done: 0 })
    const compared = comparePairs(pairs, finder, similarity, { skipUnknown: options.skipUnknown })
    if (compared.skipped > 0)
      around.note(`note: ${counted(compared.skipped, 'pair')} left out, with terms that the ontology does not know.`)
    return { document: { ...about, ...compared }, text: (style) => pairsText(compared, style) }
  },
})

/** No option is taken and then not used. */
function requireFittingOptions(options: Options): void {
  const { pairs, sets, matrix, terms, skipUnknown } = options
  if ((pairs === undefined) === (matrix === undefined)) throw new UsageError('Give --pairs PAIRS, or --matrix FILE.')
  if (terms !== undefined && matrix === undefined) throw new UsageError('--terms goes with --matrix.')
  if (matrix !== undefined && (sets !== undefined || skipUnknown)) throw new UsageError('--sets and --skip-unknown go with --pairs.')
  requireFittingMeasure(options)
}

function* pairsText({ pairs, spearman, pearson }: ComparedPairs, { dim }: Style): Generator<string> {
  const rated = pairs.some(({ rating }) => rating !== undefined)
  const rows = pairs.map(({ a, b, value, rating }) => [a, b, decimals(value), ...(rated ? [readable(rating ?? Number.NaN)] : [])])
  yield `${textTable(['a', 'b', 'similarity', ...(rated ? ['rating'] : [])], ['left', 'left', 'right', 'right'], rows)}\n`
  if (rated) yield `\n${counted(pairs.length, 'pair')}: ${dim('Spearman')} ${decimals(spearman)}, ${dim('Pearson')} ${decimals(pearson)}\n`
}
