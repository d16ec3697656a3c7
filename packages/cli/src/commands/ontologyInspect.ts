import {
  explain,
  hierarchyOf,
  inspectOntology,
  type Ontology,
  type OntologyInspection,
  type Problem,
  RankwrightError,
} from '@rankwright/core'
import { readOntology } from '@rankwright/node'
import { command } from '../command.ts'
import { ontologyOptions, readingStage } from '../ontology.ts'
import { counted, grouped } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

/** As many problems as are told; all are counted. */
const mostProblems = 100
const mostBranches = 20

export const ontologyInspect = command({
  summary: 'Describe an ontology: terms, relations, roots, depth, branches, problems.',
  inputs: { file: 'OBO, OBO Graphs, OWL (RDF/XML, Turtle), SKOS or edge list file, or the dict folder of WordNet; - for standard input.' },
  options: ontologyOptions,
  example: 'rankwright ontology inspect go-basic.obo --relations is_a,part_of',
  async run({ file, options }, around) {
    const problems: Problem[] = []
    const notes: Problem[] = []
    let problemCount = 0
    let noteCount = 0
    const onProblem = (problem: Problem) => {
      if (problemCount++ < mostProblems) problems.push(problem)
    }
    const onNote = (note: Problem) => {
      if (noteCount++ < mostProblems) notes.push(note)
    }
    const ontology = await readOntology(file, { format: options.format, ...readingStage(file, around), onProblem, onNote })
    // A parent that an import may hold is no fault; one that nothing can hold is.
    const faults = ontology.imports.length === 0 ? notes : []
    if (faults.length > 0) problemCount += noteCount
    problems.push(...faults.slice(0, mostProblems - problems.length))
    const remarks = faults.length > 0 ? [] : notes
    const found = inspected(ontology, options.relations, onProblem)
    for (const problem of problems.slice(0, around.json ? 1 : problems.length)) around.note(explain(problem))
    if (problemCount > problems.length) around.note(`and ${counted(problemCount - problems.length, 'more problem')}`)
    if (remarks.length > 0) around.note(`note: ${explain(remarks[0])}`)
    if (noteCount > 1 && remarks.length > 0) around.note(`note: and ${grouped(noteCount - 1)} more like this.`)
    const told = (of: readonly Problem[]) => of.map((problem) => ({ ...problem, message: explain(problem) }))
    const { ontologies, imports } = ontology
    return {
      document: {
        ...(found ?? {
          terms: ontology.ids.length,
          edges: ontology.edges.children.length,
          obsolete: ontology.obsolete.length,
          roots: [],
          depth: null,
        }),
        ontologies,
        imports,
        notes: told(remarks),
        problemCount,
        problems: told(problems),
      },
      text: (style) => inspectionText(file, ontology, found, problemCount, style),
      exitCode: problemCount > 0 ? 1 : 0,
    }
  },
})

/** Undefined when the terms go round in a circle, which is told as a problem. */
function inspected(
  ontology: Ontology,
  relations: readonly string[] | undefined,
  onProblem: (problem: Problem) => void,
): OntologyInspection | undefined {
  try {
    return inspectOntology(hierarchyOf(ontology, { ...(relations && { relations }) }))
  } catch (error) {
    if (!(error instanceof RankwrightError) || error.problems[0].code !== 'cycle') throw error
    onProblem(error.problems[0])
    return undefined
  }
}

function inspectionText(
  file: string,
  { ids, names, indexOfId, edges, imports }: Ontology,
  found: OntologyInspection | undefined,
  problemCount: number,
  { bold, dim, bad }: Style,
): string {
  if (found === undefined) {
    const counts = `${counted(ids.length, 'term')}, ${counted(edges.children.length, 'edge')} of all relations`
    return `${bold(file)}: ${counts}\n\n${bad(counted(problemCount, 'problem'))}\n`
  }
  const retired = found.obsolete === 0 ? '' : `, ${grouped(found.obsolete)} obsolete`
  const label = (id: string) => {
    const name = names[indexOfId.get(id) ?? -1] ?? ''
    return name === '' ? id : `${id} ${name}`
  }
  const shownRoots = found.roots.slice(0, 8).map(label).join(', ')
  const sections = [
    `${bold(file)}: ${counted(found.terms, 'term')}${retired}, ${counted(found.edges, 'edge')} by ${found.chosen.join(', ') || 'no relation'}`,
    [
      `${found.roots.length === 1 ? 'root' : `${grouped(found.roots.length)} roots`}: ${shownRoots}${found.roots.length > 8 ? ', …' : ''}`,
      `depth ${found.depth} by the longest way from a root, ${found.shortestDepth} by the shortest`,
      `${counted(found.leaves, 'leaf').replace('leafs', 'leaves')}, ${counted(found.severalParents, 'term')} with several parents`,
    ].join('\n'),
  ]
  const relations = Object.entries(found.relations).sort(([, a], [, b]) => b - a)
  if (relations.length > 0) {
    const rows = relations.slice(0, 12).map(([name, count]) => [name, grouped(count), found.chosen.includes(name) ? 'used' : ''])
    const more = relations.length > 12 ? `\n  ${dim(`and ${relations.length - 12} more; --json lists them all`)}` : ''
    sections.push(`${textTable(['relation', 'edges', ''], ['left', 'right', 'left'], rows)}${more}`)
  }
  if (found.branches.length > 0) {
    const rows = found.branches.slice(0, mostBranches).map(({ id, name, terms }) => [grouped(terms), id, name])
    const left = found.branches.length - rows.length
    const more = left > 0 ? `\n  ${dim(`and ${grouped(left)} more; --json lists them all`)}` : ''
    sections.push(`${textTable(['terms', 'branch', ''], ['right', 'left', 'left'], rows)}${more}`)
  }
  if (imports.length > 0) sections.push(`imports, which are not read: ${imports.join(', ')}`)
  if (problemCount > 0) sections.push(bad(counted(problemCount, 'problem')))
  return `${sections.join('\n\n')}\n`
}
