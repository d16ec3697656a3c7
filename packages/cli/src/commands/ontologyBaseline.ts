import {
  type ComparedPairs,
  comparePairs,
  type Hierarchy,
  type InformationContent,
  informationModels,
  informationOf,
  measureNames,
  measureProfiles,
  type OptionTable,
  type Resolved,
  setRules,
  type TermCounts,
  termFinder,
  termSimilarity,
  wangWeights,
} from '@rankwright/core'
import { readAnnotations, readPairs, readTermCounts, readTerms, writeMatrix } from '@rankwright/node'
import { assignments } from '../assignments.ts'
import { command, type Surroundings } from '../command.ts'
import { ontologyOptions, readHierarchy } from '../ontology.ts'
import { requireFolderOf } from '../outputFile.ts'
import { counted, decimals, readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const baselineOptions = {
  measure: { kind: 'choice', of: measureNames, default: 'lin', doc: 'Measure of similarity.' },
  ic: {
    kind: 'choice',
    of: informationModels,
    doc: 'Information content, for resnik, lin, jiang-conrath, relevance and simgic (default descendants).',
  },
  counts: {
    kind: 'text',
    placeholder: 'FILE',
    doc: 'With --ic corpus: term,count rows or an ic-*.dat file of WordNet::Similarity. With --ic annotation: object,term;term rows or GAF.',
  },
  pairs: {
    kind: 'text',
    placeholder: 'PAIRS',
    doc: 'Pairs to compare: a,b or a,b,rating rows; terms by id or name, those of a set with semicolons between.',
  },
  sets: { kind: 'choice', of: setRules, doc: 'How sets are compared by their terms (default bma); simgic compares sets itself.' },
  skipUnknown: { kind: 'flag', doc: 'Leave pairs out whose terms the ontology does not know.' },
  matrix: { kind: 'text', placeholder: 'FILE', doc: 'Instead of pairs: compare all terms with all, into a .npy, .csv or .tsv file.' },
  terms: { kind: 'text', placeholder: 'FILE', doc: 'With --matrix: the terms to compare, one a line; all when left out.' },
  profile: { kind: 'choice', of: measureProfiles, default: 'rankwright', doc: 'Whose conventions, where tools disagree.' },
  weights: {
    kind: 'texts',
    placeholder: 'NAME=X,…',
    doc: 'With --measure wang: weights of edges by relation (default is_a=0.8,part_of=0.6,other=0.7).',
  },
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
    const weights = weightsOf(options)
    const hierarchy = await readHierarchy(file, options, around)
    const information = usesInformation(options) ? await informationFor(hierarchy, options, around) : undefined
    const { measure, profile, sets } = options
    const similarity = termSimilarity(hierarchy, {
      measure,
      profile,
      ...(information && { information }),
      ...(sets !== undefined && { sets }),
      ...(weights && { weights }),
    })
    const finder = termFinder(hierarchy.ontology)
    const about = { measure, profile, ...(information && { ic: information.model }), relations: hierarchy.relations }
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
  const { measure, ic, counts, pairs, sets, matrix, terms, weights, skipUnknown } = options
  if ((pairs === undefined) === (matrix === undefined)) throw new UsageError('Give --pairs PAIRS, or --matrix FILE.')
  if (terms !== undefined && matrix === undefined) throw new UsageError('--terms goes with --matrix.')
  if (matrix !== undefined && (sets !== undefined || skipUnknown)) throw new UsageError('--sets and --skip-unknown go with --pairs.')
  if (ic !== undefined && !usesInformation(options)) throw new UsageError(`--measure ${measure} does not use --ic.`)
  if (sets !== undefined && measure === 'simgic') throw new UsageError('simgic compares sets itself: leave out --sets.')
  if (weights !== undefined && measure !== 'wang') throw new UsageError('--weights goes with --measure wang.')
  const needsCounts = ic === 'corpus' || ic === 'annotation'
  if (needsCounts && counts === undefined) throw new UsageError(`--ic ${ic} is counted: give --counts FILE.`)
  if (!needsCounts && counts !== undefined) throw new UsageError('--counts goes with --ic corpus or --ic annotation.')
}

function usesInformation({ measure }: Options): boolean {
  return ['resnik', 'lin', 'jiang-conrath', 'relevance', 'simgic'].includes(measure)
}

function weightsOf({ weights }: Options): Readonly<Record<string, number>> | undefined {
  if (weights === undefined) return undefined
  const given = assignments(weights, '--weights')
  const wrong = Object.entries(given).find(([, weight]) => !(weight > 0 && weight < 1))
  if (wrong !== undefined) throw new UsageError(`--weights gives ${wrong[0]} the weight ${wrong[1]}; give a number between 0 and 1.`)
  return { ...wangWeights, ...given }
}

async function informationFor(
  hierarchy: Hierarchy,
  { ic = 'descendants', counts }: Options,
  around: Surroundings,
): Promise<InformationContent> {
  if (counts === undefined) return informationOf(hierarchy, ic)
  const found: TermCounts = await (ic === 'annotation' ? readAnnotations : readTermCounts)(counts, hierarchy)
  if (found.unknown > 0)
    around.note(
      `note: ${counts}: ${counted(found.unknown, 'entry').replace('entrys', 'entries')} with terms that the ontology does not know.`,
    )
  return informationOf(hierarchy, ic, found)
}

function* pairsText({ pairs, spearman, pearson }: ComparedPairs, { dim }: Style): Generator<string> {
  const rated = pairs.some(({ rating }) => rating !== undefined)
  const rows = pairs.map(({ a, b, value, rating }) => [a, b, decimals(value), ...(rated ? [readable(rating ?? Number.NaN)] : [])])
  yield `${textTable(['a', 'b', 'similarity', ...(rated ? ['rating'] : [])], ['left', 'left', 'right', 'right'], rows)}\n`
  if (rated) yield `\n${counted(pairs.length, 'pair')}: ${dim('Spearman')} ${decimals(spearman)}, ${dim('Pearson')} ${decimals(pearson)}\n`
}
