import { byData, byOptions, type OtherOptions } from '../../options/defaultRule.ts'
import type { OptionTable } from '../../options/optionTable.ts'
import { earlyStopOptions, seedOptions } from '../../options/sharedOptions.ts'
import { objectiveNames, weightNames } from '../../work/passes/trees/objectives/objectives.ts'
import { type SizeFacts, usualFeatureShare, usualLeaves, usualMinRows, usualRate } from './usualGrowth.ts'

const overPairs = { objective: ['lambdarank', 'logistic', 'hinge'] } as const

export const lambdaMartOptions = {
  objective: {
    kind: 'choice',
    default: 'lambdarank',
    of: objectiveNames,
    doc: 'What trees lower: the logistic loss of pairs weighted by a metric, a cross entropy that bounds NDCG, the logistic or hinge loss of pairs, the cross entropy of ListNet, or squared errors of the labels.',
  },
  weights: {
    kind: 'choice',
    default: 'ndcg',
    of: weightNames,
    with: { objective: 'lambdarank' },
    doc: 'The metric that weighs a pair: by what it would lose if the two items changed places.',
  },
  cutoff: {
    kind: 'integer',
    default: 30,
    atLeast: 1,
    atMost: 1_000_000_000,
    with: overPairs,
    aliases: ['lambdarank_truncation_level', 'lambdarank_num_pair_per_sample'],
    doc: 'Pairs count if one of their items is among this many leading places.',
  },
  normalise: {
    kind: 'choice',
    default: 'list',
    of: ['list', 'none'],
    with: { objective: 'lambdarank' },
    doc: 'Whether pairs that are far apart count less, and each list with the logarithm of the sum of its slopes; or all with their full weight.',
  },
  trees: {
    kind: 'integer',
    default: 300,
    atLeast: 1,
    atMost: 100_000,
    aliases: ['num_iterations', 'num_boost_round', 'num_rounds', 'num_trees', 'n_estimators'],
    doc: 'Most trees.',
  },
  leaves: {
    kind: 'integer',
    default: byData(
      '4 up to 20,000 rows, then rising to 31 at 1,000,000; with categories at least 8 from 10,000 rows on',
      (options, facts: SizeFacts) => usualLeaves(facts, splitsCategories(options)),
    ),
    atLeast: 2,
    atMost: 65_536,
    aliases: ['num_leaves', 'max_leaves', 'max_leaf_nodes'],
    doc: 'Most leaves of a tree.',
  },
  depth: {
    kind: 'integer',
    atLeast: -1,
    atMost: 1_000_000,
    leftOut: 'any depth',
    aliases: ['max_depth'],
    doc: 'Most splits on the way from the root to a leaf; 0 or -1 is any depth, as in LightGBM and XGBoost.',
  },
  growth: {
    kind: 'choice',
    default: 'leaf',
    of: ['leaf', 'level'],
    doc: 'Which leaf is split next: the one that gains most, or level by level.',
  },
  learningRate: {
    kind: 'number',
    default: byData('0.05 up to 20,000 rows, then rising to 0.1 at 1,000,000', (_, facts: SizeFacts) => usualRate(facts)),
    above: 0,
    atMost: 1,
    aliases: ['learning_rate', 'eta', 'shrinkage_rate'],
    doc: 'Share of its values that each tree is added with; a smaller one needs more trees.',
  },
  minRows: {
    kind: 'integer',
    default: byData('20; fewer below 1,000 rows', (_, facts: SizeFacts) => usualMinRows(facts)),
    atLeast: 1,
    atMost: 1_000_000_000,
    aliases: ['min_data_in_leaf', 'min_child_samples', 'min_samples_leaf'],
    doc: 'Least rows in a leaf.',
  },
  countRows: {
    kind: 'choice',
    default: 'exactly',
    of: ['exactly', 'by-curvature'],
    doc: 'How it is told whether a leaf has enough rows: by counting them, or as LightGBM estimates them, from their share of the curvature. Rows that no pair cares about then hardly count.',
  },
  minHessian: {
    kind: 'number',
    default: 1e-3,
    atLeast: 0,
    aliases: ['min_sum_hessian_in_leaf', 'min_child_weight'],
    doc: 'Least sum of curvatures in a leaf.',
  },
  l1: {
    kind: 'number',
    default: 0,
    atLeast: 0,
    aliases: ['lambda_l1', 'reg_alpha', 'alpha'],
    doc: 'Penalty on the absolute values of leaves.',
  },
  l2: {
    kind: 'number',
    default: 0,
    atLeast: 0,
    aliases: ['lambda_l2', 'reg_lambda', 'lambda'],
    doc: 'Penalty on the squares of the values of leaves.',
  },
  featureShare: {
    kind: 'number',
    default: byOptions('0.5; with categories 1', (options) => usualFeatureShare(splitsCategories(options))),
    above: 0,
    atMost: 1,
    aliases: ['feature_fraction', 'colsample_bytree'],
    doc: 'Share of the features that each tree may look at, drawn anew.',
  },
  listShare: {
    kind: 'number',
    default: 0.7,
    above: 0,
    atMost: 1,
    aliases: ['bagging_fraction', 'subsample'],
    doc: 'Share of the lists that each tree is grown on, drawn anew.',
  },
  bins: {
    kind: 'integer',
    default: 255,
    atLeast: 2,
    atMost: 255,
    aliases: ['max_bin'],
    doc: 'Most bins of a feature; thresholds lie between bins. Features with fewer different values have a bin for each.',
  },
  categories: {
    kind: 'texts',
    placeholder: 'A,B,…',
    leftOut: 'all features are quantities',
    doc: 'Features whose values are numbers of categories, from 0 to 65,535, which splits part into two sets; by name, or by number from 1.',
  },
  categorySmoothing: {
    kind: 'number',
    default: 10,
    atLeast: 0,
    with: { categories: true },
    aliases: ['cat_smooth'],
    doc: 'Added to the curvature of each category when more than four are sorted for a split.',
  },
  categoryL2: {
    kind: 'number',
    default: 10,
    atLeast: 0,
    with: { categories: true },
    aliases: ['cat_l2'],
    doc: 'Penalty on squares in the gain of splits of more than four categories.',
  },
  increasing: {
    kind: 'texts',
    placeholder: 'A,B,…',
    leftOut: 'scores may fall with any feature',
    doc: 'Features that scores never fall with, all others being equal; by name, or by number from 1.',
  },
  decreasing: {
    kind: 'texts',
    placeholder: 'A,B,…',
    leftOut: 'scores may rise with any feature',
    doc: 'Features that scores never rise with, given in the same way.',
  },
  together: {
    kind: 'texts',
    placeholder: 'A+B,C+D,…',
    leftOut: 'all features may',
    doc: 'Groups of features that may be looked at on the same way from the root to a leaf; a feature in no group stands alone.',
  },
  earlyStop: { ...earlyStopOptions.earlyStop, aliases: ['eval_metric'] },
  patience: {
    kind: 'integer',
    default: 50,
    atLeast: 1,
    atMost: 100_000,
    aliases: ['early_stopping_rounds', 'early_stopping_round', 'n_iter_no_change'],
    doc: 'With validation data: trees without a better value after which growing ends.',
  },
  seed: { ...seedOptions.seed, aliases: ['random_state', 'random_seed'] },
} as const satisfies OptionTable

function splitsCategories({ categories }: OtherOptions): boolean {
  return Array.isArray(categories) && categories.length > 0
}
