import { requireTermModel, type TermModel } from '@rankwright/core/models'
import { comparePairs, learnedSimilarity, type TermFinder, termFinder } from '@rankwright/core/ontology'
import { byOptions, type OptionsOf, type OptionTable, type Resolved } from '@rankwright/core/options'
import { type ComparedTermsReport, type SimilarTermsReport, similarTermsReport, type TermMatrixReport } from '@rankwright/core/reports'
import { matrixFiles, readModel, readPairs, similarityRows } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { comparedPairsText, matrixOptions, pairsOption, writeTermMatrix } from '../ontologyComparison.ts'
import { counted, decimals } from '../terminal/numbers.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const similarOptions = {
  top: {
    kind: 'integer',
    default: byOptions('10, or with --above all of those', ({ above }) => (above === undefined ? 10 : undefined)),
    atLeast: 1,
    doc: 'How many terms to tell.',
  },
  above: { kind: 'number', atLeast: 0, atMost: 1, leftOut: '--top says how many', doc: 'Tell all terms with at least this similarity.' },
  ...pairsOption,
  ...matrixOptions,
} as const satisfies OptionTable

type Options = Resolved<typeof similarOptions>

export const ontologySimilar = command({
  summary: 'List similar terms of a learned model: to one term, in pairs, or all to all.',
  inputs: {
    model: 'Model file of ontology train or ontology ensemble.',
    term: { doc: 'Id or name of a term.', optional: true },
  },
  options: similarOptions,
  usage: ['MODEL TERM [--top N | --above S]', 'MODEL --pairs PAIRS', 'MODEL --matrix OUT [--terms FILE]'],
  example: 'rankwright ontology similar go.json GO:0006915 --top 10',
  reads: ['model', 'pairs', 'terms'],
  writes: { matrix: matrixFiles },
  async run(
    { model: path, term: text, options, given },
    around,
  ): Promise<Answer<SimilarTermsReport | ComparedTermsReport | TermMatrixReport>> {
    requireFittingOptions(text, given)
    const model = requireTermModel(await readModel(path), path)
    const finder = termFinder(model)
    if (text !== undefined) return nearTerm(model, finder, text, options)
    if (options.matrix !== undefined) {
      return writeTermMatrix(options.matrix, model, finder, options, around, {
        about: { model: path },
        title: 'learned similarity',
        rows: (terms, threads) => similarityRows({ model }, terms, threads),
      })
    }
    return pairsOf(path, model, finder, options, around)
  },
})

/** No option is taken and then not used. */
function requireFittingOptions(
  term: string | undefined,
  { top, above, pairs, matrix, skipUnknown }: OptionsOf<typeof similarOptions>,
): void {
  const ways = [term, pairs, matrix].filter((way) => way !== undefined).length
  if (ways !== 1) throw new UsageError('Give a term, --pairs PAIRS or --matrix FILE.')
  if (top !== undefined && above !== undefined) throw new UsageError('Give --top or --above, not both.')
  if ((top ?? above) !== undefined && term === undefined) throw new UsageError('--top and --above go with a term.')
  if (skipUnknown && pairs === undefined) throw new UsageError('--skip-unknown goes with --pairs.')
}

function nearTerm(model: TermModel, finder: TermFinder, text: string, { top, above }: Options): Answer<SimilarTermsReport> {
  const [term] = finder.find(text)
  const report = similarTermsReport(model, term, { ...(top !== undefined && { top }), ...(above !== undefined && { above }) })
  return {
    document: report,
    text: ({ bold }) => {
      const rows = report.similar.map(({ id, name, similarity }) => [decimals(similarity), id, name])
      const title = bold(`${report.term} ${model.names[term]}`.trim())
      return `${title}\n\n${textTable(['similarity', 'term', ''], ['right', 'left', 'left'], rows)}\n`
    },
  }
}

async function pairsOf(
  path: string,
  model: TermModel,
  finder: TermFinder,
  { pairs, skipUnknown }: Options,
  around: Surroundings,
): Promise<Answer<ComparedTermsReport>> {
  const compared = comparePairs(await readPairs(pairs ?? ''), finder, learnedSimilarity(model), { skipUnknown })
  if (compared.skipped > 0) around.note(`note: ${counted(compared.skipped, 'pair')} left out, with terms that the ontology does not know.`)
  return { document: { model: path, ...compared }, text: (style) => comparedPairsText(compared, style) }
}
