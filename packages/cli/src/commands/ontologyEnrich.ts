import { enrichment, enrichmentDirections } from '@rankwright/core/ontology'
import type { OptionTable } from '@rankwright/core/options'
import { type EnrichmentReport, enrichmentReport } from '@rankwright/core/reports'
import { readObjects } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { ontologyOptions, readHierarchy } from '../ontology.ts'
import { annotationOptions, annotationsOf } from '../ontologyAnnotations.ts'
import { counted, grouped, readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

const enrichOptions = {
  ...annotationOptions,
  background: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'all annotated objects',
    doc: 'The objects that the study could have come from, one per line.',
  },
  direction: { kind: 'choice', of: enrichmentDirections, default: 'over', doc: 'Terms that are more frequent than by chance, or less.' },
  smallest: {
    kind: 'integer',
    default: 1,
    atLeast: 1,
    atMost: 1_000_000,
    doc: 'Terms that fewer objects of the background have are not tested.',
  },
  fdr: { kind: 'number', default: 0.05, above: 0, atMost: 1, doc: 'False discovery rate that is kept (Benjamini-Hochberg).' },
  top: { kind: 'integer', default: 30, atLeast: 1, doc: 'How many terms to tell at most.' },
  ...ontologyOptions,
} as const satisfies OptionTable

export const ontologyEnrich = command({
  summary: 'Find the terms that are more frequent among some genes, or other objects, than among all.',
  inputs: { file: 'Ontology.', study: 'The objects to look at, one id or name per line.' },
  options: enrichOptions,
  usage: ['FILE STUDY --annotations FILE [--background FILE]'],
  example: 'rankwright ontology enrich go-basic.obo genes.txt --annotations goa_human.gaf --without-evidence IEA',
  reads: ['file', 'import', 'study', 'annotations', 'background'],
  async run({ file, study: studyFile, options }, around): Promise<Answer<EnrichmentReport>> {
    const hierarchy = await readHierarchy(file, options, around)
    const annotations = await annotationsOf(hierarchy, options, around)
    const study = await readObjects(studyFile, annotations)
    tellUnknown(studyFile, study.unknown, around)
    const background = options.background === undefined ? undefined : await readObjects(options.background, annotations)
    if (background !== undefined) tellUnknown(options.background ?? '', background.unknown, around)
    const { direction, smallest, fdr, top } = options
    const found = enrichment(hierarchy, annotations, study.objects, {
      direction,
      smallest,
      ...(background && { background: background.objects }),
    })
    if (found.outside > 0)
      around.note(`note: ${counted(found.outside, 'object')} of the study left out, which the background does not have.`)
    const report = enrichmentReport(hierarchy.ontology, annotations, found, { fdr, top, direction, unknown: study.unknown })
    return { document: report, text: (style) => enrichmentText(report, style) }
  },
})

function tellUnknown(file: string, unknown: readonly string[], around: Surroundings): void {
  if (unknown.length === 0) return
  const examples = `${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ', …' : ''}`
  around.note(`note: ${file}: ${counted(unknown.length, 'object')} left out because the annotations do not name them: ${examples}.`)
}

function* enrichmentText(report: EnrichmentReport, { bold, dim }: Style): Generator<string> {
  const { study, background, tested, significant, fdr, enriched, direction } = report
  const how = `${direction === 'over' ? 'more' : 'less'} frequent in ${counted(study, 'object')} of ${grouped(background)} than by chance`
  yield fdr === 1
    ? `${bold(`All ${counted(tested, 'term')}`)} tested for being ${how}: --fdr 1 leaves none out\n`
    : `${bold(`${counted(significant, 'term')} of ${grouped(tested)}`)} ${how}, false discovery rate ${readable(fdr)}\n`
  if (enriched.length === 0) return
  const rows = enriched.map((each) => [
    readable(each.q, 3),
    readable(each.p, 3),
    `${grouped(each.study)} of ${grouped(each.background)}`,
    readable(each.fold, 3),
    each.id,
    each.name,
  ])
  yield `\n${textTable(['q', 'p', 'study of all', 'times', 'term', ''], ['right', 'right', 'right', 'right', 'left', 'left'], rows)}\n`
  if (significant > enriched.length) yield `\n${dim(`and ${grouped(significant - enriched.length)} more; --top tells more of them`)}\n`
}
