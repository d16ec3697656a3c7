/** Every rule for what is left undecided. Nothing else knows the list: callers with a rule ask its row. */
import { fields, oneOf } from '../arguments/shapes.ts'
import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { distance } from './distance.ts'
import { list } from './list.ts'
import { margin } from './margin.ts'
import { probability } from './probability.ts'
import type { ListRow, PairRow, RuleRow, ScoreRow } from './ruleRow.ts'

export const rules = { distance, margin, probability, list } as const

export type RuleName = keyof typeof rules
export const ruleNames = Object.keys(rules) as RuleName[]

/** When a model leaves things undecided. */
export type AbstentionRule = FormOf<RuleName>
export type PairAbstention = FormOf<NamesWith<{ leaves: 'pairs' }>>
export type ListAbstention = FormOf<NamesWith<{ leaves: 'lists' }>>
/** Rules that look at scores alone. */
export type ScoreRuleName = NamesWith<{ looksAt: 'scores' }>

type NamesWith<Part> = { [Name in RuleName]: (typeof rules)[Name] extends Part ? Name : never }[RuleName]
type FormOf<Names extends RuleName> = { [Name in Names]: ReturnType<(typeof rules)[Name]['fromDocument']> & { readonly rule: Name } }[Names]

/** The row of a rule. */
export function rowOf(name: RuleName): RuleRow {
  oneOf(...ruleNames)('name', name)
  return rules[name]
}

/** The rules of which something holds. */
export function ruleNamesWhere(holds: (row: RuleRow) => boolean): RuleName[] {
  return ruleNames.filter((name) => holds(rowOf(name)))
}

export function isPairRule(rule: AbstentionRule): rule is PairAbstention {
  fields({ rule: oneOf(...ruleNames) })('rule', rule)
  return rowOf(rule.rule).leaves === 'pairs'
}

export function isScoreRuleName(name: RuleName): name is ScoreRuleName {
  return rowOf(name).looksAt === 'scores'
}

export const scoreRow = (name: ScoreRuleName): ScoreRow => rules[name]

export function pairRow(rule: PairAbstention): PairRow<PairAbstention> {
  fields({ rule: oneOf(...ruleNamesWhere(({ leaves }) => leaves === 'pairs')) })('rule', rule)
  return rules[rule.rule]
}

export function listRow(rule: ListAbstention): ListRow<ListAbstention> {
  fields({ rule: oneOf(...ruleNamesWhere(({ leaves }) => leaves === 'lists')) })('rule', rule)
  return rules[rule.rule]
}

const pairRows: readonly PairRow<PairAbstention>[] = Object.values(rules).filter((row) => row.leaves === 'pairs')

/** What gives a rule by hand, of all rules. */
export const givenRuleOptions: GivenRuleOptions = Object.assign({}, ...ruleNames.map(optionsOf))

type GivenRuleOptions = Intersection<{ [Name in PairAbstention['rule']]: (typeof rules)[Name]['options'] }[PairAbstention['rule']]>
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never

/** Their names: `abstainMargin`, … */
export function ruleOptionNames(): string[] {
  return Object.keys(givenRuleOptions).filter((name) => name.startsWith('abstain'))
}

/** The rules that options ask for: none, one, or several by mistake. `norm` is that of the model. */
export function rulesAsked(options: Readonly<Record<string, unknown>>, norm: () => DistanceNorm): PairAbstention[] {
  return pairRows.map((row) => row.asked(options, norm)).filter((rule) => rule !== undefined)
}

function optionsOf(name: RuleName): OptionTable {
  const row = rowOf(name)
  return row.leaves === 'pairs' ? row.options : {}
}
