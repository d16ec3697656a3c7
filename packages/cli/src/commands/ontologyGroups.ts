import {
  type Annotations,
  comparePairs,
  type Hierarchy,
  objectFinder,
  objectSimilarity,
  type SimilarityOptions,
  sharedAncestor,
} from '@rankwright/core/ontology'
import type { OptionTable, Resolved } from '@rankwright/core/options'
import {
  type ClassicalMeasure,
  type ComparedTermsReport,
  type NearObjectsReport,
  nearObjectsReport,
  type TermMatrixReport,
} from '@rankwright/core/reports'
import { matrixFiles, readObjects, readPairs, similarityRows, writeMatrix } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { ontologyOptions, readHierarchy } from '../ontology.ts'
import { annotationOptions, annotationsOf, groupMeasure, groupMeasureOptions, nearObjectsText, oneObject } from '../ontologyAnnotations.ts'
import { comparedPairsText, matrixOptions } from '../ontologyComparison.ts'
import { weightsOf } from '../ontologyMeasure.ts'
import { counted } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'

const groupsOptions = {
  top: { kind: 'integer', default: 10, atLeast: 1, doc: 'How many objects to tell.' },
  explain: { kind: 'flag', doc: 'Show the best match of every term.' },
  pairs: {
    kind: 'text',
    placeholder: 'PAIRS',
    leftOut: 'something else is compared',
    doc: 'Pairs of objects to compare: a,b or a,b,rating rows; by id or name.',
  },
  skipUnknown: { kind: 'flag', with: { pairs: true }, doc: 'Leave pairs out with objects that are not annotated.' },
  matrix: {
    kind: 'text',
    placeholder: 'OUT',
    leftOut: 'no matrix is made',
    doc: 'Compare all objects with all, into a .npy, .csv or .tsv file.',
  },
  objects: {
    kind: 'text',
    placeholder: 'FILE',
    with: { matrix: true },
    leftOut: 'all are compared',
    doc: 'The objects of the matrix, one per line.',
  },
  threads: matrixOptions.threads,
  ...annotationOptions,
  ...groupMeasureOptions,
  ...ontologyOptions,
} as const satisfies OptionTable

export const ontologyGroups = command({
  summary: 'Compare annotated objects, such as genes or diseases: those nearest to one, pairs, or all with all.',
  inputs: { file: 'Ontology.', object: { doc: 'Id or name of an object of --annotations.', optional: true } },
  options: groupsOptions,
  usage: [
    'FILE OBJECT --annotations FILE [--top N] [--explain]',
    'FILE --annotations FILE --pairs PAIRS',
    'FILE --annotations FILE --matrix OUT [--objects FILE]',
  ],
  example: 'rankwright ontology groups go-basic.obo TP53 --annotations goa_human.gaf --measure simgic',
  reads: ['file', 'import', 'annotations', 'pairs', 'objects'],
  writes: { matrix: matrixFiles },
  async run({ file, object: text, options, given }, around): Promise<Answer<NearObjectsReport | ComparedTermsReport | TermMatrixReport>> {
    weightsOf(options.weights) // report a mistake before the reading, not after it
    const ways = [text, options.pairs, options.matrix].filter((way) => way !== undefined).length
    if (ways !== 1) throw new UsageError('Give an object, --pairs PAIRS or --matrix OUT.')
    if (text === undefined && (given.top !== undefined || options.explain)) throw new UsageError('--top and --explain go with an object.')
    const hierarchy = await readHierarchy(file, options, around)
    const annotations = await annotationsOf(hierarchy, options, around)
    const measure = groupMeasure(hierarchy, annotations, options)
    if (options.pairs !== undefined) return pairsOf(hierarchy, annotations, measure, options, around)
    if (text === undefined) return matrixOf(hierarchy, annotations, measure, options, around)
    const { top, explain } = options
    const report = nearObjectsReport(hierarchy, annotations, measure, { object: oneObject(annotations, text) }, { top, explain })
    return { document: report, text: (style) => nearObjectsText(`${report.object} ${report.name}`.trim(), report, style) }
  },
})

async function pairsOf(
  hierarchy: Hierarchy,
  annotations: Annotations,
  measure: SimilarityOptions,
  { pairs, skipUnknown }: Resolved<typeof groupsOptions>,
  around: Surroundings,
): Promise<Answer<ComparedTermsReport>> {
  const given = await readPairs(pairs ?? '')
  const shared = sharedAncestor(hierarchy, measure)
  const { offsets, terms } = annotations
  const wordsOf = (objects: readonly (readonly number[])[]) =>
    objects.flat().flatMap((object) => Array.from(terms.subarray(offsets[object], offsets[object + 1]), (term) => [term]))
  around.progress({ stage: 'comparing', done: 0 })
  const compared = comparePairs(given, objectFinder(annotations), objectSimilarity(hierarchy, annotations, measure), {
    skipUnknown,
    shared: (first, second) => shared(wordsOf(first), wordsOf(second)),
  })
  if (compared.skipped > 0)
    around.note(`note: ${counted(compared.skipped, 'pair')} left out, with objects that the annotations do not name.`)
  return {
    document: { ...aboutMeasure(hierarchy, measure), ...compared },
    text: (style) => comparedPairsText(compared, style, { measure: measure.measure, common: 'of the most informative term of both' }),
  }
}

async function matrixOf(
  hierarchy: Hierarchy,
  annotations: Annotations,
  measure: SimilarityOptions,
  { matrix: path, objects: file, threads }: Resolved<typeof groupsOptions>,
  around: Surroundings,
): Promise<Answer<TermMatrixReport>> {
  const chosen = file === undefined ? undefined : await readObjects(file, annotations)
  if (chosen !== undefined && chosen.unknown.length > 0)
    around.note(
      `note: ${file}: ${counted(chosen.unknown.length, 'object')} left out because the annotations do not name them, such as ${chosen.unknown[0]}.`,
    )
  const objects = chosen?.objects ?? Uint32Array.from(annotations.ids, (_, object) => object)
  const rows = similarityRows({ hierarchy, annotations, options: measure }, objects, threads === undefined ? {} : { threads })
  const onRow = (done: number) => around.progress({ stage: 'comparing', done, total: objects.length })
  const out = path ?? ''
  await writeMatrix(
    out,
    Array.from(objects, (object) => annotations.ids[object]),
    rows,
    { onRow, outputs: around.outputs },
  )
  return {
    document: { ...aboutMeasure(hierarchy, measure), terms: objects.length, matrix: out },
    text: () => `${measure.measure} of ${counted(objects.length, 'object')} with each other written to ${out}\n`,
  }
}

function aboutMeasure({ relations }: Hierarchy, { measure, profile = 'rankwright', information }: SimilarityOptions): ClassicalMeasure {
  return { measure, profile, ...(information && { ic: information.model }), relations }
}
