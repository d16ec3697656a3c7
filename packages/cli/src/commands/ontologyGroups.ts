import { type Annotations, groupSimilarity, type Hierarchy, type SimilarityOptions } from '@rankwright/core/ontology'
import type { OptionTable, Resolved } from '@rankwright/core/options'
import { type NearObjectsReport, nearObjectsReport, type TermMatrixReport } from '@rankwright/core/reports'
import { matrixFiles, readObjects, writeMatrix } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { ontologyOptions, readHierarchy } from '../ontology.ts'
import { annotationOptions, annotationsOf, groupMeasure, groupMeasureOptions, nearObjectsText, oneObject } from '../ontologyAnnotations.ts'
import { weightsOf } from '../ontologyMeasure.ts'
import { counted } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'

const groupsOptions = {
  top: { kind: 'integer', default: 10, atLeast: 1, doc: 'How many objects to tell.' },
  explain: { kind: 'flag', doc: 'Show the best match of every term.' },
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
  ...annotationOptions,
  ...groupMeasureOptions,
  ...ontologyOptions,
} as const satisfies OptionTable

export const ontologyGroups = command({
  summary: 'Compare annotated objects, such as genes or diseases: those nearest to one, or all with all.',
  inputs: { file: 'Ontology.', object: { doc: 'Id or name of an object of --annotations.', optional: true } },
  options: groupsOptions,
  usage: ['FILE OBJECT --annotations FILE [--top N] [--explain]', 'FILE --annotations FILE --matrix OUT [--objects FILE]'],
  example: 'rankwright ontology groups go-basic.obo TP53 --annotations goa_human.gaf --measure simgic',
  reads: ['file', 'import', 'annotations', 'objects'],
  writes: { matrix: matrixFiles },
  async run({ file, object: text, options, given }, around): Promise<Answer<NearObjectsReport | TermMatrixReport>> {
    weightsOf(options.weights) // report a mistake before the reading, not after it
    if ((text === undefined) === (options.matrix === undefined)) throw new UsageError('Give an object, or --matrix OUT.')
    if (text === undefined && (given.top !== undefined || options.explain)) throw new UsageError('--top and --explain go with an object.')
    const hierarchy = await readHierarchy(file, options, around)
    const annotations = await annotationsOf(hierarchy, options, around)
    const measure = groupMeasure(hierarchy, annotations, options)
    if (text === undefined) return matrixOf(hierarchy, annotations, measure, options, around)
    const { top, explain } = options
    const report = nearObjectsReport(hierarchy, annotations, measure, { object: oneObject(annotations, text) }, { top, explain })
    return { document: report, text: (style) => nearObjectsText(`${report.object} ${report.name}`.trim(), report, style) }
  },
})

async function matrixOf(
  hierarchy: Hierarchy,
  annotations: Annotations,
  measure: SimilarityOptions,
  { matrix: path, objects: file }: Resolved<typeof groupsOptions>,
  around: Surroundings,
): Promise<Answer<TermMatrixReport>> {
  const chosen = file === undefined ? undefined : await readObjects(file, annotations)
  if (chosen !== undefined && chosen.unknown.length > 0)
    around.note(
      `note: ${file}: ${counted(chosen.unknown.length, 'object')} left out because the annotations do not name them, such as ${chosen.unknown[0]}.`,
    )
  const objects = chosen?.objects ?? Uint32Array.from(annotations.ids, (_, object) => object)
  const groups = groupSimilarity(hierarchy, annotations, measure)
  const rows = function* (): Generator<Float64Array> {
    for (const object of objects) {
      const { offsets, terms } = annotations
      const values = groups.toAll(terms.subarray(offsets[object], offsets[object + 1]))
      yield Float64Array.from(objects, (other) => values[other])
    }
  }
  const onRow = (done: number) => around.progress({ stage: 'comparing', done, total: objects.length })
  const out = path ?? ''
  await writeMatrix(
    out,
    Array.from(objects, (object) => annotations.ids[object]),
    rows(),
    { onRow, outputs: around.outputs },
  )
  const { profile = 'rankwright', information } = measure
  const about = { measure: measure.measure, profile, ...(information && { ic: information.model }), relations: hierarchy.relations }
  return {
    document: { ...about, terms: objects.length, matrix: out },
    text: () => `${measure.measure} of ${counted(objects.length, 'object')} with each other written to ${out}\n`,
  }
}
