import { matchFeatures } from '../common/matchFeatures.ts'
import { featureFacts } from '../common/modelFacts.ts'
import type { ListKind } from '../common/modelKind.ts'
import { type EnsembleModel, type MemberKinds, memberKind, scorerOfChanged, scoreWithMembers } from './ensemble.ts'
import { ensembleFromDocument, ensembleToDocument } from './ensembleJson.ts'
import { explainEnsemble } from './explainEnsemble.ts'

const title = 'an ensemble'

/** The row of ensembles whose members are of these kinds. */
export function ensembleKind(kinds: MemberKinds): ListKind<EnsembleModel> {
  return {
    title,
    arrays: ['weights'],
    toDocument: (model) => ensembleToDocument(kinds, model),
    fromDocument: (document, read) => ensembleFromDocument(kinds, document, read),
    match: matchFeatures,
    score: (model, lists, compute) => scoreWithMembers(kinds, model, lists, compute),
    scoreChanged: (model, lists, compute) => scorerOfChanged(kinds, model, lists, compute),
    explain: (model, lists, options) => explainEnsemble(kinds, title, model, lists, options),
    references: true,
    seen: ({ training }) => training.seen,
    missing({ members }) {
      const policies = new Set(members.map((member) => memberKind(kinds, member).missing(member)))
      const [first] = policies
      return policies.size === 1 ? first : 'by-member'
    },
    facts(model) {
      const { method, options, members, weights } = model
      const whole = weights.reduce((sum, weight) => sum + weight, 0)
      const told = members.map((member, index) => ({
        method: member.method,
        kind: member.kind,
        weight: weights[index],
        share: weights[index] / whole,
        options: member.options,
      }))
      return {
        method,
        options,
        features: featureFacts(model),
        parts: { members: told },
        sizes: [{ count: members.length, of: 'member' }],
        table: {
          headings: ['member', 'kind', 'share of the weights'],
          rows: told.map(({ method: by, kind, share }) => [by, kind, share]),
          of: { of: 'member' },
        },
      }
    },
  }
}
