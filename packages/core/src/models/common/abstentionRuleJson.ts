import type { DocumentReader } from '../../documents/documentReader.ts'
import type { AbstentionRule, ChosenRule, RuleOrigin } from './abstentionRule.ts'
import { listConfidences } from './abstentionRule.ts'
import type { DocumentParts } from './modelKind.ts'
import { seenListsDocument, seenListsFrom } from './seenListsJson.ts'

const rules = ['distance', 'margin', 'probability', 'list'] as const

/** A rule is plain JSON already, but for the lists that it was chosen on. */
export function abstentionToDocument({ origin, ...rule }: ChosenRule): DocumentParts {
  return { ...rule, origin: 'seen' in origin ? { ...origin, seen: seenListsDocument(origin.seen) } : origin }
}

export function abstentionFromDocument(value: unknown, where: string, read: DocumentReader): ChosenRule {
  const rule = read.choice(read.object(value, where)['rule'], `${where}.rule`, rules)
  const parts = read.object(value, where, ['rule', 'threshold', ...ownKeys[rule], 'origin'])
  const origin = originFrom(parts['origin'], `${where}.origin`, read)
  return { ...ruleFrom(rule, parts, where, read), origin }
}

const ownKeys: Readonly<Record<AbstentionRule['rule'], readonly string[]>> = {
  distance: ['norm'],
  margin: [],
  probability: [],
  list: ['about', 'cutoff'],
}

function ruleFrom(
  rule: AbstentionRule['rule'],
  parts: Readonly<Record<string, unknown>>,
  where: string,
  read: DocumentReader,
): AbstentionRule {
  const at = `${where}.threshold`
  switch (rule) {
    case 'distance':
      return {
        rule,
        threshold: read.number(parts['threshold'], at, { atLeast: 0 }),
        norm: read.choice(parts['norm'], `${where}.norm`, ['1', '2', 'inf']),
      }
    case 'margin':
      return { rule, threshold: read.number(parts['threshold'], at, { atLeast: 0 }) }
    case 'probability':
      return { rule, threshold: read.number(parts['threshold'], at, { atLeast: 0.5, atMost: 1 }) }
    case 'list':
      return {
        rule,
        threshold: read.number(parts['threshold'], at, { atLeast: 0.5, atMost: 1 }),
        about: read.choice(parts['about'], `${where}.about`, listConfidences),
        cutoff: read.count(parts['cutoff'], `${where}.cutoff`),
      }
  }
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
