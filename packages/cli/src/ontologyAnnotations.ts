import { RankwrightError } from '@rankwright/core'
import {
  type Annotations,
  annotationCounts,
  type Hierarchy,
  informationModels,
  informationOf,
  type MeasureName,
  measureNames,
  objectFinder,
  type SimilarityOptions,
} from '@rankwright/core/ontology'
import type { OptionTable, Resolved } from '@rankwright/core/options'
import type { NearObjectsReport } from '@rankwright/core/reports'
import { readAnnotations } from '@rankwright/node'
import type { Surroundings } from './command.ts'
import { nearTable } from './nearTable.ts'
import { measureOptions, weightsOf } from './ontologyMeasure.ts'
import { counted, decimals, grouped } from './terminal/numbers.ts'
import type { Style } from './terminal/style.ts'
import { textTable } from './terminal/textTable.ts'

/** Which objects have which terms; the same for every command that asks about objects. */
export const annotationOptions = {
  annotations: {
    kind: 'text',
    placeholder: 'FILE',
    required: true,
    doc: 'Objects and their terms: GAF, GPAD, phenotype.hpoa, or object,term;term rows. Rows that say NOT do not count.',
  },
  evidence: {
    kind: 'texts',
    placeholder: 'A,B,…',
    leftOut: 'any evidence counts',
    doc: 'Only annotations with these codes of evidence, such as EXP,IDA,IMP.',
  },
  withoutEvidence: { kind: 'texts', placeholder: 'A,B,…', leftOut: 'none is left out', doc: 'No annotations with these, such as IEA.' },
  aspects: {
    kind: 'texts',
    placeholder: 'A,B,…',
    leftOut: 'all, of HPOA the phenotypes (P)',
    doc: 'Only annotations of these aspects: P, F, C of GO; P, I, C, M, H of HPO.',
  },
  leastFrequency: {
    kind: 'number',
    atLeast: 0,
    atMost: 1,
    leftOut: 'any above 0',
    doc: 'Only phenotypes that at least this share of patients has; rows without a frequency count.',
  },
} as const satisfies OptionTable

/** How groups are compared. */
export const groupMeasureOptions = {
  measure: { kind: 'choice', of: measureNames, default: 'lin', doc: 'Measure of similarity.' },
  ic: {
    ...measureOptions.ic,
    of: informationModels.filter((model) => model !== 'corpus'),
    doc: 'Information content; annotation counts the objects of --annotations.',
  },
  sets: measureOptions.sets,
  profile: measureOptions.profile,
  weights: measureOptions.weights,
} as const satisfies OptionTable

export async function annotationsOf(
  hierarchy: Hierarchy,
  { annotations: path, evidence, withoutEvidence, aspects, leastFrequency }: Resolved<typeof annotationOptions>,
  around: Surroundings,
): Promise<Annotations> {
  const annotations = await readAnnotations(path, hierarchy.ontology, {
    ...(evidence && { evidence }),
    ...(withoutEvidence && { withoutEvidence }),
    ...(aspects && { aspects }),
    ...(leastFrequency !== undefined && { leastFrequency }),
  })
  const { unknown } = annotations.leftOut
  if (unknown > 0) around.note(`note: ${path}: ${counted(unknown, 'annotation')} left out, with terms that the ontology does not know.`)
  return annotations
}

export function groupMeasure(
  hierarchy: Hierarchy,
  annotations: Annotations,
  { measure, ic, sets, profile, weights }: Resolved<typeof groupMeasureOptions> & { readonly measure: MeasureName },
): SimilarityOptions {
  const given = weightsOf(weights)
  const counts = ic === 'annotation' ? annotationCounts(hierarchy, annotations) : undefined
  return {
    measure,
    ...(profile !== undefined && { profile }),
    ...(ic !== undefined && { information: informationOf(hierarchy, ic, counts) }),
    ...(sets !== undefined && { sets }),
    ...(given && { weights: given }),
  }
}

/** One object; a name that several have is refused with their ids. */
export function oneObject(annotations: Annotations, text: string): number {
  const found = objectFinder(annotations).find(text)
  if (found.length === 1) return found[0]
  throw new RankwrightError({ area: 'ontology', code: 'several-objects', found: text, ids: found.map((object) => annotations.ids[object]) })
}

export function* nearObjectsText(title: string, report: NearObjectsReport, { bold, dim }: Style): Generator<string> {
  const { similar, measure, sets, objects, tied } = report
  yield `${bold(title)} ${dim(`by ${measure}${sets === undefined ? '' : `, ${sets}`}, among ${counted(objects, 'object')}`)}\n\n`
  if (similar.length === 0) yield 'No object is similar.\n'
  else yield nearTable(similar, 'object', 'of the most informative term of both')
  if (tied > 0)
    yield `\n${dim(`${grouped(tied)} more ${tied === 1 ? 'is' : 'are'} as similar as the last; the first in the file are listed.`)}\n`
  for (const { id, name, matches } of similar) {
    if (matches === undefined) continue
    const rows = matches.map((match) => [
      decimals(match.similarity),
      `${match.term} ${match.termName}`.trim(),
      `${match.match} ${match.matchName}`.trim(),
      match.ancestor === null ? 'nothing' : `${match.ancestor} ${match.ancestorName}`.trim(),
    ])
    yield `\n${bold(`${id} ${name}`.trim())}\n`
    yield `${textTable(['similarity', 'term', 'best match', 'both are'], ['right', 'left', 'left', 'left'], rows)}\n`
  }
}
