import { wordsAndSets } from '../../ontology/similarity.ts'
import type { ModelFacts } from '../common/modelFacts.ts'
import type { TermKind } from '../ontologyTerms/termKind.ts'
import type { OntologyEnsemble } from './ontologyEnsemble.ts'
import { ensembleFromDocument, ensembleMethod, ensembleSettings, ensembleToDocument } from './ontologyEnsembleJson.ts'
import { similarVectors } from './similarVectors.ts'
import { vectorSimilarity } from './vectorSimilarity.ts'

export const ontologyEnsembleKind: TermKind<OntologyEnsemble> = {
  title: 'an ontology ensemble',
  arrays: ['vectors'],
  toDocument: ensembleToDocument,
  fromDocument: ensembleFromDocument,
  facts,
  similar: similarVectors,
  similarity({ vectors, members }) {
    const similarity = vectorSimilarity(vectors, members.length)
    return wordsAndSets((source) => (target) => similarity(source, target))
  },
  setting: ({ members, epsilon, lambda }) => ({ members: members.length, epsilon, lambda }),
}

function facts(ensemble: OntologyEnsemble): ModelFacts {
  const { ids, members, epsilon, lambda, sample } = ensemble
  const cuts = new Map(members.map(({ level, branches }) => [level, branches]))
  return {
    method: ensembleMethod,
    options: ensembleSettings(ensemble),
    features: [],
    parts: { terms: ids.length, members, epsilon, lambda, sample },
    sizes: [
      { count: ids.length, of: 'term' },
      { count: members.length, of: 'member' },
    ],
    table: {
      headings: ['level', 'branches', 'members'],
      rows: [...cuts].map(([level, branches]) => [level, branches, members.filter((member) => member.level === level).length]),
      of: { of: 'level' },
    },
  }
}
