import { finish } from '@rankwright/core'
import { kindOf } from '@rankwright/core/models'
import { ontologyEnsembleOptions, termFinder, trainEnsemble } from '@rankwright/core/ontology'
import type { OptionTable } from '@rankwright/core/options'
import { type TrainedTermsReport, trainedTermsReport } from '@rankwright/core/reports'
import { runtimeFor, writeModel } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { trainedText } from '../modelPage.ts'
import { ontologyOptions, readHierarchy } from '../ontology.ts'

const ensembleOptions = {
  out: { kind: 'text', placeholder: 'MODEL', required: true, doc: 'Where the model goes.' },
  root: { kind: 'text', placeholder: 'ID', leftOut: 'the root, or above all roots', doc: 'The term below which the branches begin.' },
  ...ontologyEnsembleOptions,
  ...ontologyOptions,
} as const satisfies OptionTable

export const ontologyEnsemble = command({
  summary: 'Learn many scores per term from random orders of branches: a vector for each term.',
  inputs: { file: 'Ontology.' },
  options: ensembleOptions,
  usage: ['FILE --out MODEL [--members N] [--levels N]'],
  example: 'rankwright ontology ensemble go-basic.obo --members 32 --out go-vectors.json',
  reads: ['file', 'import'],
  writes: { out: 'model' },
  async run({ file, options }, around): Promise<Answer<TrainedTermsReport>> {
    const { out, root, format: _format, relations: _relations, ...training } = options
    const hierarchy = await readHierarchy(file, options, around)
    const top = root === undefined ? undefined : termFinder(hierarchy.ontology).one(root)
    const start = performance.now()
    const inputs = top === undefined ? {} : { root: top }
    const ensemble = finish(trainEnsemble(hierarchy, training, inputs, runtimeFor().runtime), around.progress)
    const seconds = (performance.now() - start) / 1000
    await writeModel(ensemble, out, { outputs: around.outputs })
    const facts = kindOf(ensemble).facts(ensemble)
    return {
      document: trainedTermsReport(ensemble, seconds, out),
      text: (style) => trainedText(facts, seconds, out, style),
    }
  },
})
