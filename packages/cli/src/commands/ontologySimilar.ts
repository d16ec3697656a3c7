import { ancestorByModel, type TermModel } from '@rankwright/core/models'
import { comparePairs, learnedSimilarity, measureNames, type TermFinder, termFinder } from '@rankwright/core/ontology'
import { byOptions, type OptionsOf, type OptionTable, onlyWith, type Resolved } from '@rankwright/core/options'
import {
  type ComparedTermsReport,
  type NearTermsReport,
  nearTermsReport,
  type SimilarTermsReport,
  similarTermsReport,
  type TermMatrixReport,
} from '@rankwright/core/reports'
import { matrixFiles, readPairs, similarityRows } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { nearTable } from '../nearTable.ts'
import { oneTerm, ontologyOptions, readHierarchy, readTermModel } from '../ontology.ts'
import { comparedPairsText, matrixOptions, pairsOption, writeTermMatrix } from '../ontologyComparison.ts'
import { type ChosenMeasure, measuredSimilarity, termMeasureOptions, weightsOf } from '../ontologyMeasure.ts'
import { type CloserTermReport, whyAnswer } from '../ontologyWhy.ts'
import { counted, decimals, grouped } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const similarOptions = {
  top: {
    kind: 'integer',
    default: byOptions('10, or with --above all of those', ({ above }) => (above === undefined ? 10 : undefined)),
    atLeast: 1,
    doc: 'How many terms to tell.',
  },
  above: { kind: 'number', leftOut: '--top says how many', doc: 'Tell all terms with at least this similarity.' },
  why: {
    kind: 'texts',
    placeholder: 'A,B',
    leftOut: 'similar terms are listed',
    doc: 'Explain which of two terms is closer, by the features of a model of ontology learn.',
  },
  ...pairsOption,
  ...matrixOptions,
  measure: { kind: 'choice', of: measureNames, leftOut: 'a model answers', doc: 'Ask this classical measure on an ontology.' },
  ...onlyWith(
    { measure: true },
    {
      explain: { kind: 'flag', doc: 'Say in words how the measure comes to each answer.' },
      ...termMeasureOptions,
      ...ontologyOptions,
    },
  ),
} as const satisfies OptionTable

type Options = Resolved<typeof similarOptions>

export const ontologySimilar = command({
  summary: 'List the terms most similar to a term, by a learned model or by a classical measure.',
  inputs: {
    model: 'Model file of ontology train or ontology learn; with --measure, an ontology.',
    term: { doc: 'Id or name of a term.', optional: true },
  },
  options: similarOptions,
  usage: [
    'MODEL TERM [--top N | --above S]',
    'FILE TERM --measure M [--top N | --above S] [--explain]',
    'MODEL TERM --why A,B',
    'MODEL --pairs PAIRS',
    'MODEL --matrix OUT [--terms FILE | --rows FILE --columns FILE]',
  ],
  example: 'rankwright ontology similar go.json GO:0006915 --top 10',
  reads: ['model', 'import', 'pairs', 'terms', 'rows', 'columns', 'counts'],
  writes: { matrix: matrixFiles },
  async run(
    { model: path, term: text, options, given },
    around,
  ): Promise<Answer<SimilarTermsReport | NearTermsReport | ComparedTermsReport | TermMatrixReport | CloserTermReport>> {
    requireFittingOptions(text, given)
    if (options.measure !== undefined) return nearByMeasure(path, text ?? '', { ...options, measure: options.measure }, around)
    const model = await readTermModel(path)
    const finder = termFinder(model)
    if (text !== undefined && options.why !== undefined) return whyAnswer(model, finder, text, options.why)
    if (text !== undefined) return nearTerm(model, text, options, around)
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
  { top, above, why, pairs, matrix, skipUnknown, measure, weights }: OptionsOf<typeof similarOptions>,
): void {
  if (measure !== undefined && term === undefined)
    throw new UsageError('Give a term with --measure. rankwright ontology baseline compares pairs, and makes matrices, by a measure.')
  const ways = [term, pairs, matrix].filter((way) => way !== undefined).length
  if (ways !== 1) throw new UsageError('Give a term, --pairs PAIRS or --matrix FILE.')
  if (top !== undefined && above !== undefined) throw new UsageError('Give --top or --above, not both.')
  if ((top ?? above) !== undefined && term === undefined) throw new UsageError('--top and --above go with a term.')
  if (why !== undefined && (term === undefined || (top ?? above ?? measure) !== undefined))
    throw new UsageError('--why goes with a term, and not with --top, --above or --measure.')
  weightsOf(weights) // report a mistake before the reading, not after it
  if (skipUnknown && pairs === undefined) throw new UsageError('--skip-unknown goes with --pairs.')
}

function nearTerm(model: TermModel, text: string, { top, above }: Options, around: Surroundings): Answer<SimilarTermsReport> {
  const term = oneTerm(model, text, around)
  const found = similarTermsReport(model, term, { ...(top !== undefined && { top: top + 1 }), ...(above !== undefined && { above }) })
  const report = { ...found, similar: found.similar.slice(0, top) }
  const last = report.similar.at(-1)
  const tied = found.similar.length > report.similar.length && found.similar.at(-1)?.similarity === last?.similarity
  return {
    document: report,
    text: ({ bold, dim }) => {
      const more = tied ? `\n${dim('More terms are as similar as the last; the first in the file are listed.')}\n` : ''
      const rows = report.similar.map(({ id, name, similarity }) => [decimals(similarity), id, name])
      const title = bold(`${report.term} ${model.names[term]}`.trim())
      if (rows.length === 0) return `${title}\n\nNo term is similar.\n`
      return `${title}\n\n${textTable(['similarity', 'term', ''], ['right', 'left', 'left'], rows)}\n${more}`
    },
  }
}

async function nearByMeasure(
  path: string,
  text: string,
  options: Options & Pick<ChosenMeasure, 'measure'>,
  around: Surroundings,
): Promise<Answer<NearTermsReport>> {
  const { top, above, explain } = options
  const hierarchy = await readHierarchy(path, options, around)
  const term = oneTerm(hierarchy.ontology, text, around)
  const { chosen } = await measuredSimilarity(hierarchy, options, around)
  const asked = { ...(top !== undefined && { top }), ...(above !== undefined && { above }), explain }
  const report = nearTermsReport(hierarchy, chosen, term, asked)
  return { document: report, text: (style) => nearTermsText(report, style) }
}

function* nearTermsText({ term, name, measure, similar, tied }: NearTermsReport, { bold, dim }: Style): Generator<string> {
  yield `${bold(`${term} ${name}`.trim())} ${dim(`by ${measure}`)}\n\n`
  if (similar.length === 0) yield 'No term is similar.\n'
  else yield nearTable(similar, 'term', 'of the common ancestor')
  if (tied > 0) {
    const [noun, verb] = tied === 1 ? ['term', 'is'] : ['terms', 'are']
    yield `\n${dim(`${grouped(tied)} more ${noun} ${verb} as similar as the last; the first in the file are listed.`)}\n`
  }
  for (const { explanation } of similar) if (explanation !== undefined) yield `\n${explanation}\n`
}

async function pairsOf(
  path: string,
  model: TermModel,
  finder: TermFinder,
  { pairs, skipUnknown }: Options,
  around: Surroundings,
): Promise<Answer<ComparedTermsReport>> {
  const compared = comparePairs(await readPairs(pairs ?? ''), finder, learnedSimilarity(model), {
    skipUnknown,
    shared: ancestorByModel(model),
  })
  if (compared.skipped > 0) around.note(`note: ${counted(compared.skipped, 'pair')} left out, with terms that the ontology does not know.`)
  return { document: { model: path, ...compared }, text: (style) => comparedPairsText(compared, style) }
}
