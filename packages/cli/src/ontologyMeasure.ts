import {
  annotationCounts,
  type Hierarchy,
  type InformationContent,
  informationModels,
  informationOf,
  measureNames,
  measureProfiles,
  type SimilarityOptions,
  setRules,
  type TermCounts,
  type TermSimilarity,
  termSimilarity,
  wangWeights,
} from '@rankwright/core/ontology'
import type { OptionTable, Resolved } from '@rankwright/core/options'
import type { ClassicalMeasure } from '@rankwright/core/reports'
import { readAnnotations, readTermCounts } from '@rankwright/node'
import { assignments } from './assignments.ts'
import type { Surroundings } from './command.ts'
import { counted, grouped } from './terminal/numbers.ts'
import { UsageError } from './usageError.ts'

const informed: readonly string[] = ['resnik', 'lin', 'jiang-conrath', 'relevance', 'simgic']

/** What a classical measure of two terms takes, beside its name; the same for every command that compares by one. */
export const termMeasureOptions = {
  ic: {
    kind: 'choice',
    default: 'descendants',
    of: informationModels,
    with: { measure: informed },
    doc: 'Information content.',
  },
  counts: {
    kind: 'text',
    placeholder: 'FILE',
    required: true,
    with: { ic: ['corpus', 'annotation'] },
    doc: 'For corpus: term,count rows or an ic-*.dat file of WordNet::Similarity. For annotation: object,term;term rows, GAF, GPAD or HPOA.',
  },
  profile: {
    kind: 'choice',
    default: 'rankwright',
    of: measureProfiles,
    with: { measure: true },
    doc: 'Whose conventions, where tools disagree.',
  },
  weights: {
    kind: 'texts',
    placeholder: 'NAME=X,…',
    default: Object.entries(wangWeights).map(([relation, weight]) => `${relation}=${weight}`),
    with: { measure: 'wang' },
    doc: 'Weights of edges by relation; those not named keep theirs.',
  },
} as const satisfies OptionTable

/** The same where sets of terms may be compared. */
export const measureOptions = {
  ...termMeasureOptions,
  sets: {
    kind: 'choice',
    default: 'bma',
    of: setRules,
    with: { measure: measureNames.filter((name) => name !== 'simgic') },
    doc: 'How sets are compared by their terms; simgic compares sets itself.',
  },
} as const satisfies OptionTable

export type ChosenMeasure = Resolved<typeof termMeasureOptions> & {
  readonly sets?: (typeof setRules)[number]
  readonly measure: (typeof measureNames)[number]
}

/** The measure on a hierarchy, and what the answer says about it. */
export async function measuredSimilarity(
  hierarchy: Hierarchy,
  { measure, sets, weights, ic, counts, ...options }: ChosenMeasure,
  around: Surroundings,
): Promise<{ readonly similarity: TermSimilarity; readonly chosen: SimilarityOptions; readonly about: ClassicalMeasure }> {
  const information = ic && (await informationFor(hierarchy, ic, counts, around))
  const given = weightsOf(weights)
  const profile = options.profile! // every measure has one
  const chosen: SimilarityOptions = {
    measure,
    profile,
    ...(information && { information }),
    ...(sets !== undefined && { sets }),
    ...(given && { weights: given }),
  }
  return {
    similarity: termSimilarity(hierarchy, chosen),
    chosen,
    about: { measure, profile, ...(information && { ic: information.model }), relations: hierarchy.relations },
  }
}

/** Why two terms may have no similarity by a measure; those that are not here always give one. */
const reasonsForNone: Partial<Record<string, string>> = {
  'leacock-chodorow': 'there is no path between their terms',
  'jiang-conrath': 'a term of theirs was never counted, which makes the distance infinite',
}

/** Says how many pairs ratings were not compared with, and why; nothing where there are none. */
export function withoutValueText(withoutValue: number, measure: string): string {
  if (withoutValue === 0) return ''
  const reason = reasonsForNone[measure]
  return `${counted(withoutValue, 'pair')} left out without a similarity${reason === undefined ? '' : `: ${reason}`}`
}

export function weightsOf(weights: readonly string[] | undefined): Readonly<Record<string, number>> | undefined {
  if (weights === undefined) return undefined
  const given = assignments(weights, '--weights')
  const wrong = Object.entries(given).find(([, weight]) => !(weight > 0 && weight < 1))
  if (wrong !== undefined) throw new UsageError(`--weights gives ${wrong[0]} the weight ${wrong[1]}; give a number between 0 and 1.`)
  return { ...wangWeights, ...given }
}

async function informationFor(
  hierarchy: Hierarchy,
  ic: (typeof informationModels)[number],
  counts: string | undefined,
  around: Surroundings,
): Promise<InformationContent> {
  if (counts === undefined) return informationOf(hierarchy, ic)
  const found: TermCounts =
    ic === 'annotation'
      ? annotationCounts(hierarchy, await readAnnotations(counts, hierarchy.ontology))
      : await readTermCounts(counts, hierarchy)
  if (found.unknown > 0)
    around.note(
      `note: ${counts}: ${counted(found.unknown, 'entry').replace('entrys', 'entries')} with terms that the ontology does not know.`,
    )
  const information = informationOf(hierarchy, ic, found)
  const never = information.values.reduce((sum, value) => sum + Number(value === Number.POSITIVE_INFINITY), 0)
  if (never > 0)
    around.note(
      `note: ${counts}: ${grouped(never)} of ${counted(hierarchy.size, 'term')} never counted, nor anything below; their content is infinite.`,
    )
  return information
}
