import {
  type ClassicalMeasure,
  type Hierarchy,
  type InformationContent,
  informationModels,
  informationOf,
  type measureNames,
  measureProfiles,
  type OptionTable,
  type Resolved,
  type SimilarityOptions,
  setRules,
  type TermCounts,
  type TermSimilarity,
  termSimilarity,
  wangWeights,
} from '@rankwright/core'
import { readAnnotations, readTermCounts } from '@rankwright/node'
import { assignments } from './assignments.ts'
import type { Surroundings } from './command.ts'
import { counted } from './terminal/numbers.ts'
import { UsageError } from './usageError.ts'

/** Which classical measure, and what it takes; the same for every command that compares by one. */
export const measureOptions = {
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
  sets: { kind: 'choice', of: setRules, doc: 'How sets are compared by their terms (default bma); simgic compares sets itself.' },
  profile: { kind: 'choice', of: measureProfiles, doc: 'Which conventions to use where tools disagree (default rankwright).' },
  weights: {
    kind: 'texts',
    placeholder: 'NAME=X,…',
    doc: 'With --measure wang: weights of edges by relation (default is_a=0.8,part_of=0.6,other=0.7).',
  },
} as const satisfies OptionTable

export type ChosenMeasure = Resolved<typeof measureOptions> & { readonly measure: (typeof measureNames)[number] }

/** No option is taken and then not used. */
export function requireFittingMeasure({ measure, ic, counts, sets, weights }: ChosenMeasure): void {
  if (ic !== undefined && !usesInformation(measure)) throw new UsageError(`--measure ${measure} does not use --ic.`)
  if (sets !== undefined && measure === 'simgic') throw new UsageError('simgic compares sets itself: leave out --sets.')
  if (weights !== undefined && measure !== 'wang') throw new UsageError('--weights goes with --measure wang.')
  const needsCounts = ic === 'corpus' || ic === 'annotation'
  if (needsCounts && counts === undefined) throw new UsageError(`--ic ${ic} is computed from counts: give --counts FILE.`)
  if (!needsCounts && counts !== undefined) throw new UsageError('--counts goes with --ic corpus or --ic annotation.')
  weightsOf(weights)
}

/** The measure on a hierarchy, and what the answer says about it. */
export async function measuredSimilarity(
  hierarchy: Hierarchy,
  { measure, profile = 'rankwright', sets, weights, ...content }: ChosenMeasure,
  around: Surroundings,
): Promise<{ readonly similarity: TermSimilarity; readonly chosen: SimilarityOptions; readonly about: ClassicalMeasure }> {
  const information = usesInformation(measure) ? await informationFor(hierarchy, content, around) : undefined
  const given = weightsOf(weights)
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

function usesInformation(measure: ChosenMeasure['measure']): boolean {
  return ['resnik', 'lin', 'jiang-conrath', 'relevance', 'simgic'].includes(measure)
}

function weightsOf(weights: readonly string[] | undefined): Readonly<Record<string, number>> | undefined {
  if (weights === undefined) return undefined
  const given = assignments(weights, '--weights')
  const wrong = Object.entries(given).find(([, weight]) => !(weight > 0 && weight < 1))
  if (wrong !== undefined) throw new UsageError(`--weights gives ${wrong[0]} the weight ${wrong[1]}; give a number between 0 and 1.`)
  return { ...wangWeights, ...given }
}

async function informationFor(
  hierarchy: Hierarchy,
  { ic = 'descendants', counts }: Pick<ChosenMeasure, 'ic' | 'counts'>,
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
