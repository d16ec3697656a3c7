import type { ChosenRule } from '../../models/common/abstentionRule.ts'
import type { ListModel } from '../../models/model.ts'
import { requireMapped } from '../../models/requireModel.ts'
import type { OptionsOf, OptionTable } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { resolveOptions } from '../../options/resolveOptions.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { givenRuleOptions, isPairRule, ruleOptionNames, rulesAsked } from '../../rules/ruleTable.ts'
import { distanceNormOf } from '../modelPoints.ts'
import { type TiePolicy, tiePolicies } from '../undecided.ts'

/** How lists are served where the model keeps its rule: what whoever ranks, measures or certifies may ask for. */
export const keptServingOptions = {
  decideAll: { kind: 'flag', doc: 'Decide every pair and every list, even if the model has a rule to leave some undecided.' },
  ties: {
    kind: 'choice',
    default: 'review',
    of: tiePolicies,
    doc: 'What becomes of a run of undecided items: keep the order they came in, draw one at random, or leave them by score for review.',
  },
  seed: { kind: 'integer', default: 1, atLeast: 0, with: { ties: 'random' }, doc: 'Seed of the random order.' },
} as const satisfies OptionTable

/** How lists are served, with a rule that may be given here. */
export const servingOptions = {
  ...givenRuleOptions,
  decideAll: keptServingOptions.decideAll,
  ties: keptServingOptions.ties,
  seed: keptServingOptions.seed,
} as const satisfies OptionTable

export type ServingOptions = OptionsOf<typeof servingOptions>
export type KeptServingOptions = OptionsOf<typeof keptServingOptions>

/** How the lists of a model are served. */
export interface Serving {
  /** The rule in force; without one every pair is decided by score. */
  readonly rule: ChosenRule | undefined
  /** For rules about pairs. */
  readonly ties: TiePolicy
  /** Of ties that are drawn. */
  readonly seed: number | undefined
}

/** The rule that was asked for, or else the one of the model. */
export function servingOf(model: ListModel, options: ServingOptions): Serving {
  const resolved = resolveOptions(servingOptions, options)
  const { decideAll, ties, seed } = resolved
  const asked = rulesAsked(resolved, () => distanceNormOf(requireMapped(model)))
  if (asked.length + (decideAll ? 1 : 0) > 1) throw new RankwrightError({ area: 'model', code: 'several-rules' })
  const own = decideAll ? undefined : model.abstention
  const rule: ChosenRule | undefined = asked.length === 0 ? own : { ...asked[0], origin: { by: 'hand' } }
  if (options.ties !== undefined && !isAboutPairs(rule))
    refuseOption(
      'ties',
      `${ruleOptionNames()
        .map((option) => namedOption(option))
        .join(', ')}, or a model with a rule for pairs${decideAll ? ` and without ${namedOption('decideAll')}` : ''}`,
    )
  return { rule, ties, seed }
}

/** Whether there is a rule, and it leaves pairs undecided instead of lists. */
export function isAboutPairs(rule: ChosenRule | undefined): boolean {
  return rule !== undefined && isPairRule(rule)
}
