import { finish } from '@rankwright/core'
import { kindOf } from '@rankwright/core/models'
import {
  annotationCounts,
  type Hierarchy,
  type InformationContent,
  informationOf,
  learnSimilarity,
  learnSimilarityOptions,
  type SimilarityExamples,
} from '@rankwright/core/ontology'
import { type OptionTable, onlyWith, type Resolved } from '@rankwright/core/options'
import { type TrainedTermsReport, trainedTermsReport } from '@rankwright/core/reports'
import { readAnnotations, readClicks, readNeighbours, readPairs, readTermCounts, runtimeFor, writeModel } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { trainedText } from '../modelPage.ts'
import { ontologyOptions, readHierarchy } from '../ontology.ts'
import { counted } from '../terminal/numbers.ts'
import { termTableOptions, termVectors } from '../termVectors.ts'
import { UsageError } from '../usageError.ts'

const { at, candidates, ...common } = learnSimilarityOptions

const learnOptions = {
  out: { kind: 'text', placeholder: 'MODEL', required: true, doc: 'Where the model goes.' },
  pairs: {
    kind: 'texts',
    placeholder: 'GOLD,…',
    leftOut: 'other examples are given',
    doc: 'Rated pairs to learn from, a,b,rating rows; each file has a scale of its own.',
  },
  neighbours: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'other examples are given',
    doc: 'Neighbours named by experts to learn from, term,neighbour;neighbour;… rows with the closest first.',
  },
  clicks: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'other examples are given',
    doc: 'Clicks to learn from, term,shown,clicks,views[,place] rows.',
  },
  ...common,
  ...onlyWith({ neighbours: true }, { at, candidates }),
  ic: {
    kind: 'choice',
    of: ['corpus', 'annotation'],
    leftOut: 'features come from the ontology alone',
    doc: 'An information content from counts, for more features.',
  },
  counts: {
    kind: 'text',
    placeholder: 'FILE',
    required: true,
    with: { ic: true },
    doc: 'For corpus: term,count rows or an ic-*.dat file of WordNet::Similarity. For annotation: object,term;term rows or GAF.',
  },
  vectors: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'there are none',
    doc: 'Numbers of the terms, term,number,number,… rows, as from a text model, or any table with the term in its first column: a part of the similarity of texts.',
  },
  ...termTableOptions,
  ...ontologyOptions,
} as const satisfies OptionTable

type Options = Resolved<typeof learnOptions>

export const ontologyLearn = command({
  summary: 'Learn a similarity of terms from rated pairs, neighbours named by experts, or clicks.',
  inputs: { file: 'Ontology.' },
  options: learnOptions,
  usage: ['FILE --pairs GOLD --out MODEL', 'FILE --neighbours FILE --out MODEL', 'FILE --clicks FILE --out MODEL'],
  example: 'rankwright ontology learn go-basic.obo --neighbours experts.csv --out learned.json',
  reads: ['file', 'import', 'pairs', 'neighbours', 'clicks', 'counts', 'vectors'],
  writes: { out: 'model' },
  async run({ file, options, given }, around): Promise<Answer<TrainedTermsReport>> {
    if (options.heldOut === 0 && given.delta !== undefined)
      throw new UsageError('--delta would change nothing: with --held-out 0 there is no bound. Leave one of them out.')
    const { out, method, lines, folds, heldOut, delta, skipUnknown, seed } = options
    const examples = await examplesOf(options)
    const hierarchy = await readHierarchy(file, options, around)
    const information = await countedInformation(hierarchy, options)
    const start = performance.now()
    const learning = {
      ...{ lines, folds, heldOut, delta, skipUnknown, seed },
      ...(method !== undefined && { method }),
      ...(options.at !== undefined && { at: options.at }),
      ...(options.candidates !== undefined && { candidates: options.candidates }),
    }
    const vectors = options.vectors === undefined ? undefined : await termVectors(options.vectors, hierarchy, options, around)
    const inputs = { ...(information && { information }), ...(vectors && { vectors }) }
    const model = finish(learnSimilarity(hierarchy, examples, learning, inputs, runtimeFor().runtime), around.progress)
    const seconds = (performance.now() - start) / 1000
    await writeModel(model, out, { outputs: around.outputs })
    const { skipped } = model.examples
    if (skipped > 0) around.note(`note: ${counted(skipped, 'example')} left out, with terms that the ontology does not know.`)
    return {
      document: trainedTermsReport(model, seconds, out),
      text: (style) => {
        const bound = model.heldOut === undefined ? '' : `\n${model.heldOut.statement}\n`
        return `${trainedText(kindOf(model).facts(model), seconds, out, style)}${bound}`
      },
    }
  },
})

async function examplesOf({ pairs, neighbours, clicks }: Options): Promise<SimilarityExamples> {
  const given = [pairs, neighbours, clicks].filter((each) => each !== undefined).length
  if (given !== 1) throw new UsageError('Give --pairs GOLD, --neighbours FILE or --clicks FILE: one of them.')
  if (pairs !== undefined) return { kind: 'pairs', pairs: (await Promise.all(pairs.map((file) => readPairs(file)))).flat() }
  if (neighbours !== undefined) return { kind: 'neighbours', neighbours: await readNeighbours(neighbours) }
  return { kind: 'clicks', clicks: await readClicks(clicks ?? '') }
}

async function countedInformation(hierarchy: Hierarchy, { ic, counts }: Options): Promise<InformationContent | undefined> {
  if (ic === undefined) return undefined
  const path = counts ?? '' // required with --ic
  const found =
    ic === 'annotation'
      ? annotationCounts(hierarchy, await readAnnotations(path, hierarchy.ontology))
      : await readTermCounts(path, hierarchy)
  return informationOf(hierarchy, ic, found)
}
