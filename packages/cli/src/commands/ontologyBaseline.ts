import { comparePairs, measureNames, sharedAncestor, termFinder } from '@rankwright/core/ontology'
import type { OptionsOf, OptionTable, Resolved } from '@rankwright/core/options'
import type { ComparedTermsReport, TermMatrixReport } from '@rankwright/core/reports'
import { matrixFiles, readPairs, similarityRows } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { ontologyOptions, readHierarchy } from '../ontology.ts'
import { comparedPairsText, matrixOptions, pairsOption, writeTermMatrix } from '../ontologyComparison.ts'
import { measuredSimilarity, measureOptions, weightsOf } from '../ontologyMeasure.ts'
import { counted } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'

const baselineOptions = {
  measure: { kind: 'choice', of: measureNames, default: 'lin', doc: 'Measure of similarity.' },
  ...pairsOption,
  ...matrixOptions,
  ...measureOptions,
  ...ontologyOptions,
} as const satisfies OptionTable

type Options = Resolved<typeof baselineOptions>

export const ontologyBaseline = command({
  summary: 'Compare terms by a classical similarity measure, and with human ratings.',
  inputs: { file: 'Ontology.' },
  options: baselineOptions,
  usage: ['FILE --measure M --pairs PAIRS', 'FILE --measure M --matrix OUT [--terms FILE | --rows FILE --columns FILE]'],
  example: 'rankwright ontology baseline go-basic.obo --measure lin --ic seco --pairs pairs.csv',
  reads: ['file', 'import', 'pairs', 'terms', 'rows', 'columns', 'counts'],
  writes: { matrix: matrixFiles },
  async run({ file, options, given }, around): Promise<Answer<ComparedTermsReport | TermMatrixReport>> {
    requireFittingOptions(options, given)
    const hierarchy = await readHierarchy(file, options, around)
    const { similarity, chosen, about } = await measuredSimilarity(hierarchy, options, around)
    const { measure } = options
    const finder = termFinder(hierarchy.ontology)
    if (options.matrix !== undefined) {
      return writeTermMatrix(options.matrix, hierarchy.ontology, finder, options, around, {
        about,
        title: measure,
        rows: (terms, threads) => similarityRows({ hierarchy, options: chosen }, terms, threads),
      })
    }
    const pairs = await readPairs(options.pairs ?? '')
    around.progress({ stage: 'comparing', done: 0 })
    const compared = comparePairs(pairs, finder, similarity, {
      skipUnknown: options.skipUnknown,
      shared: sharedAncestor(hierarchy, chosen),
    })
    if (compared.skipped > 0)
      around.note(`note: ${counted(compared.skipped, 'pair')} left out, with terms that the ontology does not know.`)
    return { document: { ...about, ...compared }, text: (style) => comparedPairsText(compared, style, { measure }) }
  },
})

/** No option is taken and then not used. */
function requireFittingOptions({ pairs, matrix, skipUnknown, weights }: Options, { sets }: OptionsOf<typeof baselineOptions>): void {
  if ((pairs === undefined) === (matrix === undefined)) throw new UsageError('Give --pairs PAIRS, or --matrix FILE.')
  if (matrix !== undefined && (sets !== undefined || skipUnknown)) throw new UsageError('--sets and --skip-unknown go with --pairs.')
  weightsOf(weights)
}
