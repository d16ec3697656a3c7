import { basename } from 'node:path'
import { type Model, type Problem, RankwrightError } from '@rankwright/core'
import { requireLine, requireTermModel, type TermModel } from '@rankwright/core/models'
import { type Hierarchy, hierarchyOf, ontologyFormatOfName, ontologyFormats, type TermNames, termFinder } from '@rankwright/core/ontology'
import type { OptionTable, Resolved } from '@rankwright/core/options'
import { type ReadOntologyOptions, readModel, readOntology } from '@rankwright/node'
import type { Surroundings } from './command.ts'
import { tellNotes } from './data.ts'
import { counted } from './terminal/numbers.ts'

/** How to read an ontology; the same for every command that reads one. */
export const ontologyOptions = {
  format: { kind: 'choice', of: ontologyFormats, leftOut: 'found from the name and content', doc: 'Format of the file.' },
  relations: {
    kind: 'texts',
    placeholder: 'A,B,…',
    leftOut: 'is_a, part_of, and where the file has them instance_of and broader',
    doc: 'Relations that lead from a term to its parents.',
  },
  import: {
    kind: 'texts',
    placeholder: 'FILE,…',
    leftOut: 'imports are told and not read',
    doc: 'Files of imported ontologies; may be given several times.',
  },
} as const satisfies OptionTable

/** Reads an ontology and arranges the chosen relations, and reports progress and what was left out. */
export async function readHierarchy(path: string, options: Resolved<typeof ontologyOptions>, around: Surroundings): Promise<Hierarchy> {
  const notes: Problem[] = []
  const { format, relations } = options
  const onNote = (note: Problem) => notes.push(note)
  const ontology = await readOntology(path, {
    ...(format !== undefined && { format }),
    ...(options.import !== undefined && { import: options.import }),
    ...readingStage(path, around),
    definitions: true,
    onNote,
  })
  const hierarchy = hierarchyOf(ontology, { ...(relations !== undefined && { relations }), onNote })
  tellNotes(notes, around)
  return hierarchy
}

export function readingStage(path: string, around: Surroundings): Pick<ReadOntologyOptions, 'onProgress'> {
  const stage = `reading ${path === '-' ? 'standard input' : basename(path)}`
  return { onProgress: (done, total) => around.progress({ stage, done, ...(total !== undefined && { total }) }) }
}

/** Audits and certificates are about one line: of several, the first. Undefined where there is only one. */
export function firstLineNote(model: Model): string | undefined {
  if (model.kind !== 'ontology' || model.lines === 1) return undefined
  return `note: this is about the first of ${model.lines} lines. The others are learned in the same way from other trees; what they answer together is not covered.`
}

/** A model of terms. Who gives an ontology instead may want a classical measure. */
export async function readTermModel(path: string): Promise<TermModel> {
  refuseOntology(path, true)
  return requireTermModel(await readModel(path), path)
}

/** A model with a line, for questions that are about it alone. */
export async function readLineModel(path: string): Promise<{ readonly model: Model; readonly line: ReturnType<typeof requireLine> }> {
  refuseOntology(path, false)
  const model = await readModel(path)
  return { model, line: requireLine(model, path) }
}

function refuseOntology(path: string, measurable: boolean): void {
  const format = ontologyFormatOfName(path)
  if (format !== undefined && format !== 'obographs')
    throw new RankwrightError({ area: 'ontology', code: 'ontology-for-model', at: { file: path }, measurable })
}

/** The one term that a text means; a note says which other terms have it as a synonym. */
export function oneTerm(terms: TermNames, text: string, around: Surroundings): number {
  const finder = termFinder(terms)
  const term = finder.one(text)
  const hidden = finder.hiddenBy(text)
  if (hidden.length > 0) {
    const shown = hidden.slice(0, 3).map((each) => `${terms.ids[each]} ${terms.names[each]}`.trim())
    const more = hidden.length > shown.length ? ` and ${counted(hidden.length - shown.length, 'other')}` : ''
    around.note(`note: "${text}" is the name of ${terms.ids[term]}, and a synonym of ${shown.join(', ')}${more}.`)
  }
  return term
}
