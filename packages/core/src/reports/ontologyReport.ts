import { optional, requireArguments, texts } from '../arguments/shapes.ts'
import { hierarchyOf } from '../ontology/structure/hierarchy.ts'
import { inspectOntology, type OntologyInspection } from '../ontology/structure/inspection.ts'
import type { Ontology } from '../ontology/structure/ontology.ts'
import { ontologyShape } from '../ontology/structure/ontologyShapes.ts'
import { type Problem, RankwrightError } from '../problems/problem.ts'
import { mostProblems, type ProblemLog } from '../problems/problemLog.ts'
import { type ProblemReport, problemReport } from './problemReport.ts'
import { problemLogShape } from './reportShapes.ts'

/** What `ontology inspect` found in an ontology. */
export type OntologyReport = (OntologyInspection | OntologyCounts) & {
  readonly ontologies: Ontology['ontologies']
  /** Ontologies that this one names and that were not read. */
  readonly imports: Ontology['imports']
  readonly notes: readonly ProblemReport[]
  readonly problemCount: number
  /** The first of the problems. */
  readonly problems: readonly ProblemReport[]
}

/** All that is known if the terms form a cycle. */
export interface OntologyCounts {
  readonly terms: number
  /** Edges of all relations. */
  readonly edges: number
  readonly obsolete: number
  readonly roots: readonly []
  readonly depth: null
}

/**
 * Looks through an ontology that was read. Of the `notes`, parents that the file does not hold are problems, unless an import that
 * was not read may hold them.
 */
export function ontologyReport(
  ontology: Ontology,
  relations: readonly string[] | undefined,
  problems: ProblemLog,
  notes: ProblemLog,
): OntologyReport {
  requireArguments(
    { ontology, relations, problems, notes },
    { ontology: ontologyShape, relations: optional(texts), problems: problemLogShape, notes: problemLogShape },
  )
  const remarks = ontology.imports.length === 0 ? notes.problems.filter(({ code }) => code === 'import-unrelated') : notes.problems
  const faults = notes.problems.filter((note) => !remarks.includes(note))
  const relationNotes: Problem[] = []
  const found = inspected(ontology, relations, (note) => relationNotes.push(note))
  const all = [...problems.problems, ...faults, ...('cycle' in found ? [found.cycle] : [])]
  return {
    ...('cycle' in found ? countsOf(ontology) : found),
    ontologies: ontology.ontologies,
    imports: ontology.imports,
    notes: [...remarks, ...relationNotes].map(problemReport),
    problemCount: problems.count + (ontology.imports.length === 0 ? notes.count - remarks.length : 0) + ('cycle' in found ? 1 : 0),
    problems: all.slice(0, mostProblems).map(problemReport),
  }
}

function inspected(
  ontology: Ontology,
  relations: readonly string[] | undefined,
  onNote: (note: Problem) => void,
): OntologyInspection | { readonly cycle: Problem } {
  try {
    return inspectOntology(hierarchyOf(ontology, { ...(relations !== undefined && { relations }), onNote }))
  } catch (error) {
    if (!(error instanceof RankwrightError) || error.problems[0].code !== 'cycle') throw error
    return { cycle: error.problems[0] }
  }
}

function countsOf({ ids, edges, obsolete }: Ontology): OntologyCounts {
  return { terms: ids.length, edges: edges.children.length, obsolete: obsolete.length, roots: [], depth: null }
}
