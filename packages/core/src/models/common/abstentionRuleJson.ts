import type { DocumentReader } from '../../documents/documentReader.ts'
import { type AbstentionRule, type RuleName, ruleNames, rules } from '../../rules/ruleTable.ts'
import type { ChosenRule, RuleOrigin } from './abstentionRule.ts'
import type { DocumentParts } from './modelKind.ts'
import { seenListsDocument, seenListsFrom } from './seenListsJson.ts'

/** A rule is plain JSON already, but for the lists that it was chosen on. */
export function abstentionToDocument({ origin, ...rule }: ChosenRule): DocumentParts {
  return { ...rule, origin: 'seen' in origin ? { ...origin, seen: seenListsDocument(origin.seen) } : origin }
}

export function abstentionFromDocument(value: unknown, where: string, read: DocumentReader): ChosenRule {
  const rule = read.choice(read.object(value, where)['rule'], `${where}.rule`, ruleNames)
  const parts = read.object(value, where, ['rule', 'threshold', ...rules[rule].ownKeys, 'origin'])
  const origin = originFrom(parts['origin'], `${where}.origin`, read)
  return { ...ruleFrom(rule, parts, where, read), origin }
}

function ruleFrom(name: RuleName, parts: Readonly<Record<string, unknown>>, where: string, read: DocumentReader): AbstentionRule {
  const { atLeast, atMost, fromDocument } = rules[name]
  return fromDocument(read.number(parts['threshold'], `${where}.threshold`, { atLeast, atMost }), parts, where, read)
}

function originFrom(value: unknown, where: string, read: DocumentReader): RuleOrigin {
  const by = read.choice(read.object(value, where)['by'], `${where}.by`, ['hand', 'cost', 'guarantee'])
  const number = (parts: Readonly<Record<string, unknown>>, key: string) => read.number(parts[key], `${where}.${key}`)
  const lists = (parts: Readonly<Record<string, unknown>>) => ({
    lists: read.count(parts['lists'], `${where}.lists`),
    data: read.text(parts['data'], `${where}.data`),
    seen: seenListsFrom(parts['seen'], `${where}.seen`, read),
  })
  switch (by) {
    case 'hand':
      read.object(value, where, ['by'])
      return { by }
    case 'cost': {
      const parts = read.object(value, where, ['by', 'cost', 'loss', 'trained', 'lists', 'data', 'seen'])
      const trained = read.count(parts['trained'], `${where}.trained`)
      return { by, cost: number(parts, 'cost'), loss: number(parts, 'loss'), trained, ...lists(parts) }
    }
    case 'guarantee': {
      const parts = read.object(value, where, ['by', 'risk', 'alpha', 'delta', 'conditions', 'lists', 'data', 'seen'])
      const risk = read.text(parts['risk'], `${where}.risk`)
      const conditions = read.texts(parts['conditions'], `${where}.conditions`)
      return { by, risk, alpha: number(parts, 'alpha'), delta: number(parts, 'delta'), conditions, ...lists(parts) }
    }
  }
}
