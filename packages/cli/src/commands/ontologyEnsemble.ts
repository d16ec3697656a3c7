import { type OntologyEnsemble, type OptionTable, ontologyEnsembleOptions, termFinder, trainEnsemble } from '@rankwright/core'
import { writeOntologyModel } from '@rankwright/node'
import { command } from '../command.ts'
import { finished } from '../finished.ts'
import { ontologyOptions, readHierarchy } from '../ontology.ts'
import { requireFolderOf } from '../outputFile.ts'
import { counted, grouped, seconds as secondsText } from '../terminal/numbers.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const ensembleOptions = {
  out: { kind: 'text', placeholder: 'MODEL', doc: 'Where the model goes.' },
  root: { kind: 'text', placeholder: 'ID', doc: 'The term below which the branches begin (default the root, or above all roots).' },
  ...ontologyEnsembleOptions,
  ...ontologyOptions,
} as const satisfies OptionTable

export const ontologyEnsemble = command({
  summary: 'Learn many scores per term from random orders of branches: a vector for each term.',
  inputs: { file: 'Ontology.' },
  options: ensembleOptions,
  usage: ['FILE --out MODEL [--members N] [--levels N]'],
  example: 'rankwright ontology ensemble go-basic.obo --members 32 --out go-vectors.json',
  async run({ file, options }, around) {
    const { out, root, format: _format, relations: _relations, ...training } = options
    if (out === undefined) throw new UsageError('Say where the model goes: --out MODEL.')
    if (out === '-' && around.json) throw new UsageError('--json and a file cannot both go to standard output; give it a name.')
    await requireFolderOf(out)
    const hierarchy = await readHierarchy(file, options, around)
    const top = root === undefined ? undefined : termFinder(hierarchy.ontology).find(root)[0]
    const start = performance.now()
    const ensemble = finished(trainEnsemble(hierarchy, training, top === undefined ? {} : { root: top }), around)
    const seconds = (performance.now() - start) / 1000
    await writeOntologyModel(ensemble, out)
    const { ids, members, epsilon, lambda, sample } = ensemble
    return {
      document: { terms: ids.length, members, epsilon, lambda, sample, seconds, model: out },
      text: () =>
        out === '-'
          ? ''
          : `${counted(ids.length, 'term')}, ${counted(members.length, 'member')}, ${secondsText(seconds)}\n\n${cutsTable(ensemble)}\n\nModel written to ${out}\n`,
    }
  },
})

/** Which cuts through the hierarchy there are, and how many members have each. */
function cutsTable({ members }: OntologyEnsemble): string {
  const cuts = new Map(members.map(({ level, branches }) => [level, branches]))
  const rows = [...cuts].map(([level, branches]) => [
    String(level),
    grouped(branches),
    String(members.filter((member) => member.level === level).length),
  ])
  return textTable(['level', 'branches', 'members'], ['right', 'right', 'right'], rows)
}
