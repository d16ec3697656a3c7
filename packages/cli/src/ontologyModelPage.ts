/** What models of ontologies are, for those who trained one and those who ask later. */
import type { OntologyEnsemble, OntologyModel } from '@rankwright/core'
import { counted, grouped, readable } from './terminal/numbers.ts'
import { textTable } from './terminal/textTable.ts'

/** As many branches as are printed; --json tells them all. */
const mostBranches = 20

export function ontologyFacts(model: OntologyModel) {
  const { ids, edges, root, rule, ratesFrom, parts, loss, gamma, kernel, descriptors, lambda, sample, fit } = model
  return {
    terms: ids.length,
    edges: edges.children.length,
    ...(root !== undefined && { root }),
    rule,
    ratesFrom,
    parts: byRate(parts).map(({ id, rate, members }) => ({ id, rate, terms: members.length })),
    loss,
    ...(loss === 'gamma' && { gamma }),
    kernel,
    ...(descriptors && { descriptors: descriptors.names }),
    lambda,
    sample: { size: sample.vertices.length, drawn: sample.drawn, seed: sample.seed },
    ...fit,
  }
}

/** `took`: how long training took, where that is known. */
export function ontologyText({ ids, names, parts, loss, kernel, lambda, sample, fit }: OntologyModel, took?: string): string {
  const nameOf = new Map(ids.map((id, term) => [id, names[term]]))
  const rows = byRate(parts)
    .slice(0, mostBranches)
    .map(({ id, rate, members }) => [readable(rate), grouped(members.length), id, nameOf.get(id) ?? ''])
  const more = parts.length > rows.length ? `\n  and ${grouped(parts.length - rows.length)} more; --json tells them all` : ''
  return [
    `${counted(ids.length, 'term')}, ${parts.length} branches, ${counted(sample.vertices.length, 'sampled term')}${took === undefined ? '' : `, ${took}`}`,
    `${textTable(['rate', 'terms', 'branch', ''], ['right', 'right', 'left', 'left'], rows)}${more}`,
    `${loss === 'hinge' ? `hinge ${readable(fit.error)}, ` : ''}gamma loss ${readable(fit.gammaError)} on the sample; kernel ${kernel.kind}, lambda ${readable(lambda)}${fit.gap === undefined ? '' : `, duality gap ${readable(fit.gap, 2)}`}`,
  ].join('\n\n')
}

export function ensembleFacts({ ids, members, epsilon, lambda, sample }: OntologyEnsemble) {
  return { terms: ids.length, members, epsilon, lambda, sample }
}

export function ensembleText(ensemble: OntologyEnsemble, took?: string): string {
  const { ids, members } = ensemble
  return `${counted(ids.length, 'term')}, ${counted(members.length, 'member')}${took === undefined ? '' : `, ${took}`}\n\n${cutsTable(ensemble)}`
}

function byRate(parts: OntologyModel['parts']): OntologyModel['parts'] {
  return [...parts].sort((a, b) => a.rate - b.rate)
}

/** Which cuts through the hierarchy there are, and how many members have each. */
function cutsTable({ members }: OntologyEnsemble): string {
  const cuts = new Map(members.map(({ level, branches }) => [level, branches]))
  const rows = [...cuts].map(([level, branches]) => [
    String(level),
    grouped(branches),
    String(members.filter((member) => member.level === level).length),
  ])
  return textTable(['level', 'branches', 'members'], ['right', 'right', 'right'], rows)
}
