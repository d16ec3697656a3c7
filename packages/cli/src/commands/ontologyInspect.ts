import type { Ontology } from '@rankwright/core/ontology'
import { shownText } from '@rankwright/core/problems'
import { type OntologyReport, ontologyReport, ProblemLog } from '@rankwright/core/reports'
import { readOntology } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { ontologyOptions, readingStage } from '../ontology.ts'
import { counted, grouped } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

const mostBranches = 20

export const ontologyInspect = command({
  summary: 'Describe an ontology: terms, relations, roots, depth, branches, problems.',
  inputs: { file: 'OBO, OBO Graphs, OWL (RDF/XML, Turtle), SKOS or edge list file, or the dict folder of WordNet; - for standard input.' },
  options: ontologyOptions,
  example: 'rankwright ontology inspect go-basic.obo --relations is_a,part_of',
  reads: ['file', 'import'],
  async run({ file, options }, around): Promise<Answer<OntologyReport>> {
    const problems = new ProblemLog()
    const notes = new ProblemLog()
    const ontology = await readOntology(file, {
      format: options.format,
      import: options.import,
      ...readingStage(file, around),
      onProblem: (problem) => problems.add(problem),
      onNote: (note) => notes.add(note),
    })
    const report = ontologyReport(ontology, options.relations, problems, notes)
    tellProblems(report, ontology.imports.length === 0 ? 0 : notes.count, around)
    return {
      document: report,
      text: (style) => inspectionText(file, ontology, report, style),
      exitCode: report.problemCount > 0 ? 1 : 0,
    }
  },
})

/** The messages on stderr: all that were kept for people, the first one where a program reads the document. */
function tellProblems({ problems, problemCount, notes }: OntologyReport, noteCount: number, around: Surroundings): void {
  for (const { message } of problems.slice(0, around.json ? 1 : problems.length)) around.note(message)
  if (problemCount > problems.length) around.note(`and ${counted(problemCount - problems.length, 'more problem')}`)
  const told = notes.filter((note, at) => notes.findIndex(({ code }) => code === note.code) === at)
  for (const { message } of told) around.note(`note: ${message}`)
  const more = Math.max(noteCount, notes.length) - told.length
  if (notes.length > 0 && more > 0) around.note(`note: and ${grouped(more)} more like these.`)
}

function inspectionText(file: string, { names, indexOfId }: Ontology, found: OntologyReport, { bold, dim, bad }: Style): string {
  const { problemCount } = found
  if (found.depth === null) {
    const counts = `${counted(found.terms, 'term')}, ${counted(found.edges, 'edge')} of all relations`
    return `${bold(file)}: ${counts}\n\n${bad(counted(problemCount, 'problem'))}\n`
  }
  const retired = found.obsolete === 0 ? '' : `, ${grouped(found.obsolete)} obsolete`
  const label = (id: string) => {
    const name = names[indexOfId.get(id) ?? -1] ?? ''
    return shownText(name === '' ? id : `${id} ${name}`)
  }
  if (found.terms === 0) return `${bold(file)}: no terms${retired}\n\n${bad(counted(problemCount, 'problem'))}\n`
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
  if (problemCount > 0) sections.push(bad(counted(problemCount, 'problem')))
  return `${sections.join('\n\n')}\n`
}
