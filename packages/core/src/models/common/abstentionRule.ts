/** A rule that was chosen for a model, kept in its file and obeyed by whatever ranks with it, and where it came from. */
import { count, fields, number, oneKindOf, oneOf, text, texts } from '../../arguments/shapes.ts'
import type { SeenLists } from '../../data/lists/seenLists.ts'
import { type AbstentionRule, ruleNames } from '../../rules/ruleTable.ts'

/** A rule with where it came from. */
export type ChosenRule = AbstentionRule & { readonly origin: RuleOrigin }

export type RuleOrigin =
  /** The threshold was given by hand. */
  | { readonly by: 'hand' }
  /** The least loss at this cost on these lists. `trained` of them are lists that the model was trained on, where it looks better than it is. */
  | ({ readonly by: 'cost'; readonly cost: number; readonly loss: number; readonly trained: number } & OnLists)
  /** `risk` is at most `alpha` except with probability `delta` over the draw of these lists, under the `conditions`: whole sentences. */
  | ({
      readonly by: 'guarantee'
      readonly risk: string
      readonly alpha: number
      readonly delta: number
      readonly conditions: readonly string[]
    } & OnLists)

interface OnLists {
  /** How many lists count. */
  readonly lists: number
  /** Fingerprint of the lists, and their sketches: no guarantee can be tested on them again. */
  readonly data: string
  readonly seen: SeenLists
}

const onLists = { lists: count(), data: text }
const originShape = oneKindOf('by', {
  hand: {},
  cost: { cost: number(), loss: number(), trained: count(), ...onLists },
  guarantee: { risk: text, alpha: number(), delta: number(), conditions: texts, ...onLists },
})
const chosenRule = fields({ rule: oneOf(...ruleNames), threshold: number(), origin: originShape }, 'a rule that was chosen for a model')

/** A rule for reports and exports: without the sketches of its lists, by which only rankwright knows them again. */
export function toldRule(rule: ChosenRule): AbstentionRule & { readonly origin: Readonly<Record<string, unknown>> } {
  chosenRule('rule', rule)
  const { origin, ...rest } = rule
  if (!('seen' in origin)) return { ...rest, origin }
  const { seen: _, ...told } = origin
  return { ...rest, origin: told }
}
