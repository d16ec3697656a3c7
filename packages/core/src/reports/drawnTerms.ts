import { count, madeBy, optional, options as optionsShape, requireArguments, type ShapesOf } from '../arguments/shapes.ts'
import { learnedSimilarity } from '../models/learnedSimilarity.ts'
import type { TermModel } from '../models/model.ts'
import { similarTerms } from '../models/similarTerms.ts'
import { type DrawnSimilarities, drawNeighbourhood } from '../ontology/drawing/drawNeighbourhood.ts'
import { neighbourhoodOf, neighbourhoodOptions } from '../ontology/drawing/neighbourhood.ts'
import { commonAncestor } from '../ontology/measures/commonAncestor.ts'
import { nearestTerms } from '../ontology/nearestTerms.ts'
import { measureSetting, termSimilarity } from '../ontology/similarity.ts'
import type { Hierarchy } from '../ontology/structure/hierarchy.ts'
import { hierarchyShape } from '../ontology/structure/ontologyShapes.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'

/** What a picture of a term's neighbourhood shows, as a document. */
export interface DrawnTermsReport {
  /** Its id. */
  readonly term: string
  readonly name: string
  /** Ids from a root down to a parent of the term. */
  readonly path: readonly string[]
  /** Ids of those that are drawn. */
  readonly siblings: readonly string[]
  readonly children: readonly string[]
  /** The most similar terms: by what was learned where there is a model, and by Lin. */
  readonly similar: readonly DrawnTerm[]
}

export interface DrawnTerm {
  readonly id: string
  readonly name: string
  /** The learned similarity where there is a model, else that of Lin. */
  readonly similarity: number
  /** By Lin, with the information content of descendants; null where it is not defined. */
  readonly lin: number | null
  /** The common ancestor that says most, and its information content; null where there is none. */
  readonly ancestor: string | null
  readonly ic: number | null
}

export interface DrawnTerms {
  readonly svg: string
  /** The same picture for pages as narrow as a phone. */
  readonly narrow: string
  readonly report: DrawnTermsReport
}

const shapes = {
  hierarchy: hierarchyShape,
  term: count(),
  model: optional(madeBy('readModel', 'ids', 'names', 'indexOfId')),
  options: optionsShape({ siblings: count(), children: count(), top: count(1) } satisfies ShapesOf<OptionsOf<typeof neighbourhoodOptions>>),
}

/** Draws a term with its way from the root, its siblings and children, and the terms most similar to it: the texts of SVG files, and a report. */
export function drawTerms(
  hierarchy: Hierarchy,
  term: number,
  model?: TermModel,
  options: OptionsOf<typeof neighbourhoodOptions> = {},
): DrawnTerms {
  requireArguments({ hierarchy, term, model, options }, shapes)
  const { siblings, children, top } = resolveOptions(neighbourhoodOptions, options)
  const { ids, names } = hierarchy.ontology
  const lin = termSimilarity(hierarchy, { measure: 'lin' })
  const learned = model === undefined ? undefined : learnedOn(hierarchy, model, top)
  const first = learned?.of ?? lin.of
  const around = neighbourhoodOf(hierarchy, term, (other) => first(term, other), { siblings, children })
  const byLin = nearestTerms(hierarchy, { measure: 'lin' }).top(term, top)
  const similar = ordered(
    [...(learned?.top(term) ?? []), ...byLin.terms.map((near) => near.term)],
    [(other) => first(term, other), (other) => lin.of(term, other)],
  )
  const similarities: DrawnSimilarities = {
    classical: { name: 'Lin', similarity: lin },
    ...(learned && { learned: { name: 'learned', similarity: learned } }),
  }
  const { values } = measureSetting(hierarchy, { measure: 'lin' }).information
  const shared = commonAncestor(hierarchy, values)
  const idsOf = (terms: readonly number[]) => terms.map((each) => ids[each])
  return {
    svg: drawNeighbourhood(hierarchy, around, similar, similarities),
    narrow: drawNeighbourhood(hierarchy, around, similar, similarities, 'narrow'),
    report: {
      term: ids[term],
      name: names[term],
      path: idsOf(around.path),
      siblings: idsOf(around.siblings),
      children: idsOf(around.children),
      similar: similar.map((other) => {
        const ancestor = shared.of(term, other)
        return {
          id: ids[other],
          name: names[other],
          similarity: first(term, other),
          lin: finite(lin.of(term, other)),
          ancestor: ancestor === undefined ? null : ids[ancestor],
          ic: ancestor === undefined ? null : finite(values[ancestor]),
        }
      }),
    },
  }
}

/** What was learned, about the terms of a hierarchy: those of the model have other numbers, and some may be missing there. */
function learnedOn({ ontology }: Hierarchy, model: TermModel, top: number) {
  const similarity = learnedSimilarity(model)
  const near = similarTerms(model)
  const inModel = (term: number) => model.indexOfId.get(ontology.ids[term])
  return {
    of(a: number, b: number): number {
      const [first, second] = [inModel(a), inModel(b)]
      return first === undefined || second === undefined ? Number.NaN : similarity.of(first, second)
    },
    top(term: number): number[] {
      const known = inModel(term)
      const found = known === undefined ? [] : near.top(known, top)
      return found.flatMap(({ term: other }) => ontology.indexOfId.get(model.ids[other]) ?? [])
    },
  }
}

/** Each once, the greatest first by the first value, then by the next, then in the order of the file. */
function ordered(terms: readonly number[], values: readonly ((term: number) => number)[]): number[] {
  return [...new Set(terms)].sort((a, b) => {
    for (const value of values) {
      const difference = comparable(value(b)) - comparable(value(a))
      if (difference !== 0) return difference
    }
    return a - b
  })
}

function comparable(value: number): number {
  return Number.isNaN(value) ? -Number.MAX_VALUE : value
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
