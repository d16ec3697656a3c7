import { type DocumentReader, documentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { commonKeys, commonParts, trainingDocument } from '../common/commonParts.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import { type EnsembleModel, type MemberKinds, type MemberModel, memberKind } from './ensemble.ts'

/** Members stand in the file without the features, which are those of the ensemble. */
export function ensembleToDocument(
  kinds: MemberKinds,
  { method, options, features, training, weights, members }: EnsembleModel,
): DocumentParts {
  return {
    method,
    options,
    features,
    weights: encodeArray('f64', weights),
    members: members.map((member) => {
      const { features: _, ...own } = memberKind(kinds, member).toDocument(member)
      return { kind: member.kind, ...own }
    }),
    training: trainingDocument(training),
  }
}

export function ensembleFromDocument(kinds: MemberKinds, document: DocumentParts, read: DocumentReader): EnsembleModel {
  const parts = read.object(document, 'the top', [...commonKeys, 'weights', 'members'])
  const common = commonParts(parts, read)
  const found = read.items(parts['members'], 'members')
  if (found.length === 0) read.fail('members', 'there is none')
  const weights = read.float64(parts['weights'], 'weights', found.length)
  const wrong = weights.find((weight) => !(weight >= 0 && weight < Infinity))
  if (wrong !== undefined) read.fail('weights', `${wrong} is no weight: weights are 0 or above`)
  if (weights.every((weight) => weight === 0)) read.fail('weights', 'all of them are 0')
  const { format, version, features } = parts
  const members = found.map((member, index) => memberFrom(kinds, member, { format, version, features }, `members[${index}]`, read))
  return { kind: 'ensemble', ...common, weights, members }
}

/** `shared` is what members have from the ensemble. */
function memberFrom(kinds: MemberKinds, member: unknown, shared: DocumentParts, where: string, read: DocumentReader): MemberModel {
  const own = read.object(member, where)
  const kind = read.choice(own['kind'], `${where}.kind`, Object.keys(kinds) as readonly MemberModel['kind'][])
  const twice = Object.keys(shared).find((key) => Object.hasOwn(own, key))
  if (twice !== undefined) read.fail(where, `the key "${twice}" stands at the top, for all members`)
  const reader = documentReader(where, (part, reason) => read.fail(part === 'the top' ? where : `${where}.${part}`, reason))
  const made: MemberModel = kinds[kind].fromDocument({ ...shared, ...own }, reader)
  if (made.training.seen !== undefined) read.fail(`${where}.training.seen`, 'what was seen stands at the top, for all members')
  return made
}
