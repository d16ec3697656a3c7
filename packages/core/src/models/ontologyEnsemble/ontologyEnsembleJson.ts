import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { partRules } from '../../ontology/graph/parts.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import { termModelKeys, termNamesFromJson, termNamesToJson } from '../ontologyTerms/termNamesJson.ts'
import type { EnsembleMember, OntologyEnsemble } from './ontologyEnsemble.ts'

export function ensembleToDocument(ensemble: OntologyEnsemble): DocumentParts {
  const { relations, root, rule, members, vectors } = ensemble
  return {
    method: ensembleMethod,
    options: ensembleSettings(ensemble),
    relations,
    ...(root !== undefined && { root }),
    rule,
    members: members.map(({ level, branches, seed, gap }) => ({ level, branches, seed, gap })),
    vectors: encodeArray('f32', vectors),
    ...termNamesToJson(ensemble),
  }
}

export const ensembleMethod = 'k-partite-ensemble'

/** What the file and `show` call options. */
export function ensembleSettings({ epsilon, lambda, sample, tolerance, iterations }: OntologyEnsemble) {
  return { epsilon, lambda, sample, tolerance, iterations }
}

export function ensembleFromDocument(document: DocumentParts, read: DocumentReader): OntologyEnsemble {
  const top = read.object(document, 'the top', [...termModelKeys, 'members', 'vectors'])
  read.choice(top['method'], 'method', [ensembleMethod])
  const options = read.object(top['options'], 'options', ['epsilon', 'lambda', 'sample', 'tolerance', 'iterations'])
  const names = termNamesFromJson(top, read)
  const members = read.items(top['members'], 'members').map((value, member): EnsembleMember => {
    const where = `members[${member}]`
    const { level, branches, seed, gap } = read.object(value, where, ['level', 'branches', 'seed', 'gap'])
    return {
      level: read.count(level, `${where}.level`, { atLeast: 1 }),
      branches: read.count(branches, `${where}.branches`, { atLeast: 1 }),
      seed: read.count(seed, `${where}.seed`),
      gap: read.number(gap, `${where}.gap`, { atLeast: 0 }),
    }
  })
  if (members.length === 0) read.fail('members', 'it is empty')
  return {
    kind: 'ontology-ensemble',
    ...names,
    relations: read.texts(top['relations'], 'relations'),
    ...(top['root'] !== undefined && { root: read.text(top['root'], 'root') }),
    rule: read.choice(top['rule'], 'rule', partRules),
    epsilon: read.number(options['epsilon'], 'options.epsilon', { above: 0 }),
    lambda: read.number(options['lambda'], 'options.lambda', { above: 0 }),
    sample: read.count(options['sample'], 'options.sample', { atLeast: 1 }),
    tolerance: read.number(options['tolerance'], 'options.tolerance', { above: 0 }),
    iterations: read.count(options['iterations'], 'options.iterations', { atLeast: 1 }),
    members,
    vectors: read.float32(top['vectors'], 'vectors', names.ids.length * members.length),
  }
}
