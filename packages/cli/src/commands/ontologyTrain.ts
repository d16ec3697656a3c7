import { finish } from '@rankwright/core'
import { kindOf } from '@rankwright/core/models'
import { answerWarnings, ontologyTrainingOptions, trainOntology } from '@rankwright/core/ontology'
import type { OptionTable } from '@rankwright/core/options'
import { type TrainedTermsReport, trainedTermsReport } from '@rankwright/core/reports'
import { readRates, runtimeFor, writeModel } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { trainedText } from '../modelPage.ts'
import { oneTerm, ontologyOptions, readHierarchy } from '../ontology.ts'
import { addReport, fileTitle, reportOption } from '../reporting.ts'
import { counted, readable } from '../terminal/numbers.ts'
import { termTableOptions, termVectors, withoutTermTable } from '../termVectors.ts'

const trainOptions = {
  out: { kind: 'text', placeholder: 'MODEL', required: true, doc: 'Where the model goes.' },
  root: {
    kind: 'text',
    placeholder: 'ID',
    leftOut: 'the root, or above all roots',
    doc: 'The term below which the parts are.',
  },
  rates: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'by the spectrum of the graph of the branches, or depth first',
    doc: 'Rates of terms, term,rate rows, terms by id or name: each rated term is a part, with what is below it.',
  },
  vectors: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'there are none',
    doc: 'Numbers of the terms, term,number,number,… rows, as from a text model, or any table with the term in its first column: descriptors for --kernel rbf or linear, else a part of the similarity of texts.',
  },
  ...termTableOptions,
  ...reportOption,
  ...ontologyTrainingOptions,
  ...ontologyOptions,
} as const satisfies OptionTable

export const ontologyTrain = command({
  summary: 'Learn scores of terms, such that terms that belong together lie together.',
  inputs: { file: 'Ontology.' },
  options: trainOptions,
  usage: ['FILE --out MODEL [--parts terms|branches|N] [--lines L] [--root ID] [--sample N] [--kernel K] [--rates FILE]'],
  example: 'rankwright ontology train go-basic.obo --out go.json',
  reads: ['file', 'import', 'rates', 'vectors'],
  writes: { out: 'model', report: 'report' },
  async run({ file, options }, around): Promise<Answer<TrainedTermsReport>> {
    const { out, root, rates, vectors, format: _format, relations: _relations, import: _import, report, ...others } = options
    const training = withoutTermTable(others)
    const hierarchy = await readHierarchy(file, options, around)
    const given = rates === undefined ? undefined : await readRates(rates)
    const top = root === undefined ? undefined : oneTerm(hierarchy.ontology, root, around)
    const described = vectors === undefined ? undefined : await termVectors(vectors, hierarchy, options, around)
    const start = performance.now()
    const inputs = { ...(top !== undefined && { root: top }), ...(given && { rates: given }), ...(described && { vectors: described }) }
    const model = finish(trainOntology(hierarchy, training, inputs, runtimeFor().runtime), around.progress)
    const seconds = (performance.now() - start) / 1000
    await writeModel(model, out, { outputs: around.outputs })
    if (!model.sample.drawn && model.lines === 1)
      around.note('note: trained on all terms of the parts: no sample was drawn (--sample N), so no bound applies.')
    if (model.tuned !== undefined)
      around.note(
        `note: lambda ${readable(model.lambda)} puts the least share of left-out pairs in the wrong order, ${readable(Math.min(...model.tuned.tried.map(({ error }) => error)), 3)} on average over ${counted(model.tuned.folds, 'fold')}; as it was chosen on the sample, no bound applies.`,
      )
    if (model.loss === 'gamma')
      around.note('note: the gamma loss is not convex: no theorem is about this model, and another start may find lower.')
    for (const warning of answerWarnings(model)) around.note(`warning: ${warning}`)
    const { gap } = model.fit
    if (gap !== undefined && gap > model.tolerance)
      around.note(`note: stopped at a duality gap of ${readable(gap)}, above --tolerance ${readable(model.tolerance)}.`)
    await addReport(report, () => ({ kind: 'model', name: fileTitle(out), model }), around)
    const facts = kindOf(model).facts(model)
    return {
      document: trainedTermsReport(model, seconds, out),
      text: (style) => trainedText(facts, seconds, out, style),
    }
  },
})
