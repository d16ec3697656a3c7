/** An ensemble in a file: one JSON document, as other models are. */
import { documentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { documentText } from '../../documents/jsonDocument.ts'
import { partRules } from '../../ontology/graph/parts.ts'
import { ontologyDocument, ontologyModelHead } from '../ontologyTerms/ontologyDocument.ts'
import { termNameKeys, termNamesFromJson, termNamesToJson } from '../ontologyTerms/termNamesJson.ts'
import type { EnsembleMember, OntologyEnsemble } from './ontologyEnsemble.ts'

const kind = 'ontology-ensemble'

export function ontologyEnsembleToJson(ensemble: OntologyEnsemble): string {
  const { relations, root, rule, epsilon, lambda, sample, tolerance, iterations, members, vectors } = ensemble
  return documentText({
    ...ontologyModelHead(kind, 'k-partite-ensemble', { epsilon, lambda, sample, tolerance, iterations }),
    relations,
    ...(root !== undefined && { root }),
    rule,
    members,
    vectors: encodeArray('f32', vectors),
    ...termNamesToJson(ensemble),
  })
}

/** `file` is the name that errors speak of. */
export function ontologyEnsembleFromJson(text: string, file: string): OntologyEnsemble {
  const read = documentReader(file)
  const top = ontologyDocument(text, file, kind, ['relations', 'root?', 'rule', 'members', 'vectors', ...termNameKeys])
  const options = read.object(top['options'], 'options', ['epsilon', 'lambda', 'sample', 'tolerance', 'iterations'])
  const names = termNamesFromJson(top, read)
  const members = read.items(top['members'], 'members').map((value, member): EnsembleMember => {
    const where = `members[${member}]`
    const { level, branches, seed, gap } = read.object(value, where, ['level', 'branches', 'seed', 'gap'])
    return {
      level: read.count(level, `${where}.level`),
      branches: read.count(branches, `${where}.branches`),
      seed: read.count(seed, `${where}.seed`),
      gap: read.number(gap, `${where}.gap`, { atLeast: 0 }),
    }
  })
  if (members.length === 0) read.fail('members', 'it is empty')
  return {
    ...names,
    relations: read.texts(top['relations'], 'relations'),
    ...(top['root'] !== undefined && { root: read.text(top['root'], 'root') }),
    rule: read.choice(top['rule'], 'rule', partRules),
    epsilon: read.number(options['epsilon'], 'options.epsilon', { above: 0 }),
    lambda: read.number(options['lambda'], 'options.lambda', { above: 0 }),
    sample: read.count(options['sample'], 'options.sample'),
    tolerance: read.number(options['tolerance'], 'options.tolerance', { above: 0 }),
    iterations: read.count(options['iterations'], 'options.iterations'),
    members,
    vectors: read.float32(top['vectors'], 'vectors', names.ids.length * members.length),
  }
}
