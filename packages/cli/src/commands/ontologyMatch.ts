import type { OptionTable } from '@rankwright/core/options'
import { type NearObjectsReport, nearObjectsReport } from '@rankwright/core/reports'
import { type Answer, command } from '../command.ts'
import { oneTerm, ontologyOptions, readHierarchy } from '../ontology.ts'
import { annotationOptions, annotationsOf, groupMeasure, groupMeasureOptions, nearObjectsText } from '../ontologyAnnotations.ts'
import { weightsOf } from '../ontologyMeasure.ts'
import { counted } from '../terminal/numbers.ts'

const matchOptions = {
  top: { kind: 'integer', default: 10, atLeast: 1, doc: 'How many objects to tell.' },
  explain: { kind: 'flag', doc: 'Show the best match of every term.' },
  ...annotationOptions,
  ...groupMeasureOptions,
  ...ontologyOptions,
} as const satisfies OptionTable

export const ontologyMatch = command({
  summary: 'List the objects nearest to a set of terms, such as the diseases nearest to the phenotypes of a patient.',
  inputs: { file: 'Ontology.', terms: { doc: 'Ids or names of terms.', many: true } },
  options: matchOptions,
  usage: ['FILE TERM TERM… --annotations FILE'],
  example: 'rankwright ontology match hp.obo HP:0001250 HP:0001263 --annotations phenotype.hpoa',
  reads: ['file', 'import', 'annotations'],
  async run({ file, terms: texts, options }, around): Promise<Answer<NearObjectsReport>> {
    weightsOf(options.weights) // report a mistake before the reading, not after it
    const hierarchy = await readHierarchy(file, options, around)
    const terms = Uint32Array.from(new Set(texts.map((text) => oneTerm(hierarchy.ontology, text, around))))
    const annotations = await annotationsOf(hierarchy, options, around)
    const { top, explain } = options
    const report = nearObjectsReport(hierarchy, annotations, groupMeasure(hierarchy, annotations, options), { terms }, { top, explain })
    return { document: report, text: (style) => nearObjectsText(counted(terms.length, 'term'), report, style) }
  },
})
