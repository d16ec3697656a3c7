import { RankwrightError } from '@rankwright/core'
import { kindOf } from '@rankwright/core/models'
import {
  comparePairs,
  measureNames,
  type PartiteError,
  partiteError,
  precisionOfNeighbours,
  type TermNames,
  type TermPair,
  type TermSimilarity,
  termFinder,
} from '@rankwright/core/ontology'
import { type OptionTable, onlyWith, type Resolved } from '@rankwright/core/options'
import { type TermEvaluation, type TermEvaluationReport, type TermMeasure, termEvaluationReport } from '@rankwright/core/reports'
import { readNeighbours, readPairs } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { ontologyOptions, readHierarchy, readTermModel } from '../ontology.ts'
import { measuredSimilarity, measureOptions, weightsOf, withoutValueText } from '../ontologyMeasure.ts'
import { counted, decimals } from '../terminal/numbers.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const evaluateOptions = {
  pairs: {
    kind: 'text',
    placeholder: 'GOLD',
    leftOut: 'no ratings are compared',
    doc: 'Rated pairs, a,b,rating rows: compares the similarities with the ratings.',
  },
  neighbours: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'no neighbours are compared',
    doc: 'Neighbours named by experts, term,neighbour;neighbour;… rows: which share of them is found.',
  },
  at: { kind: 'integer', default: 10, atLeast: 1, with: { neighbours: true }, doc: 'How many of the closest terms are compared.' },
  skipUnknown: { kind: 'flag', doc: 'Leave out rows with terms that the ontology does not know.' },
  measure: { kind: 'choice', of: measureNames, leftOut: 'a model is evaluated', doc: 'Evaluate this classical measure on an ontology.' },
  ...onlyWith({ measure: true }, { ...measureOptions, ...ontologyOptions }),
} as const satisfies OptionTable

type Options = Resolved<typeof evaluateOptions>

/** What is evaluated: a model or a measure. */
interface Evaluated {
  readonly about: TermMeasure
  readonly title: string
  readonly names: TermNames
  readonly similarity: TermSimilarity
  /** Of scores that were learned: how often branches are in the wrong order. */
  readonly partite?: PartiteError
}

export const ontologyEvaluate = command({
  summary: 'Compare learned or classical similarities with human ratings.',
  inputs: { model: 'Model file of ontology train or ontology learn; with --measure, an ontology.' },
  options: evaluateOptions,
  usage: ['MODEL --pairs GOLD', 'MODEL --neighbours FILE --at N', 'FILE --measure M --pairs GOLD'],
  example: 'rankwright ontology evaluate wordnet.json --pairs rg65.csv --skip-unknown',
  reads: ['model', 'import', 'pairs', 'neighbours', 'counts'],
  async run({ model: path, options }, around): Promise<Answer<TermEvaluationReport>> {
    const { pairs: pairsFile, neighbours: neighboursFile, skipUnknown } = options
    if (pairsFile === undefined && neighboursFile === undefined) throw new UsageError('Give --pairs GOLD, --neighbours FILE or both.')
    weightsOf(options.weights) // report a mistake before the reading, not after it
    const rated = pairsFile === undefined ? undefined : ratedOnly(await readPairs(pairsFile))
    const experts = neighboursFile === undefined ? undefined : await readNeighbours(neighboursFile)
    const { about, title, names, similarity, partite } = await evaluatedAt(path, options, around)
    const finder = termFinder(names)
    const compared = rated && comparePairs(rated, finder, similarity, { skipUnknown })
    const at = options.at! // it has a value with --neighbours
    const nearest = experts && { at, ...precisionOfNeighbours(experts, finder, similarity, names.ids.length, { at, skipUnknown }) }
    tellSkipped(compared?.skipped ?? 0, nearest?.skipped ?? 0, around)
    const lacking = withoutValueText(compared?.withoutValue ?? 0, options.measure ?? '')
    if (lacking !== '') around.note(`note: ${lacking}.`)
    const found = { ...(compared && { compared }), ...(nearest && { nearest }), ...(partite && { partite }) }
    return {
      document: termEvaluationReport(about, found),
      text: ({ bold }) => `${bold(title)}\n\n${resultTable(found)}\n`,
    }
  },
})

function tellSkipped(pairs: number, terms: number, around: Surroundings): void {
  if (pairs > 0) around.note(`note: ${counted(pairs, 'pair')} left out, with terms that the ontology does not know.`)
  if (terms > 0) around.note(`note: ${counted(terms, 'term')} left out, which the ontology does not know, or none of the neighbours.`)
}

function ratedOnly(pairs: readonly TermPair[]): readonly TermPair[] {
  if (pairs[pairs.length - 1].rating !== undefined) return pairs
  throw new RankwrightError({ area: 'ontology', code: 'no-ratings', at: pairs[0].at })
}

async function evaluatedAt(path: string, options: Options, around: Surroundings): Promise<Evaluated> {
  const { measure } = options
  if (measure !== undefined) {
    const chosen = { ...options, measure }
    const hierarchy = await readHierarchy(path, options, around)
    const { similarity, about } = await measuredSimilarity(hierarchy, chosen, around)
    const content = about.ic === undefined ? '' : ` with the information content ${about.ic}`
    return { about, title: `${measure}${content}`, names: hierarchy.ontology, similarity }
  }
  const model = await readTermModel(path)
  const kind = kindOf(model)
  const line = kind.line?.(model)
  return {
    about: { model: path, ...kind.setting(model) },
    title: `${path}: ${kind.title}`,
    names: model,
    similarity: kind.similarity(model),
    ...(line && { partite: partiteError(line) }),
  }
}

function resultTable({ compared, nearest, partite }: TermEvaluation): string {
  const shown = (value: number | undefined) => (value === undefined ? '–' : decimals(value))
  const rows: string[][] = []
  if (compared !== undefined) {
    const over = `of ${counted(compared.pairs.length - compared.withoutValue, 'rated pair')}`
    rows.push(['Spearman', shown(compared.spearman), over], ['Pearson', shown(compared.pearson), over])
  }
  if (nearest !== undefined) {
    const short = nearest.short > 0 ? `, ${nearest.short} of them with fewer than ${nearest.at} neighbours` : ''
    rows.push([`P@${nearest.at}`, shown(nearest.precision), `of ${counted(nearest.terms, 'term')}${short}`])
  }
  if (partite !== undefined) {
    rows.push(['k-partite error', shown(partite.all), 'share of pairs of branches in the wrong order, all terms'])
    if (partite.unseen !== undefined) rows.push(['', shown(partite.unseen), 'terms that were not in the sample'])
  }
  return textTable(['', '', ''], ['left', 'right', 'left'], rows).split('\n').slice(1).join('\n')
}
