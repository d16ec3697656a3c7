import { requireText } from '../arguments/requireKind.ts'
import type { ElmModel } from '../models/elm/elm.ts'
import type { KernelModel } from '../models/kernel/kernel.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import type { TrainedModel } from '../models/model.ts'
import type { NetworkModel } from '../models/network/network.ts'
import { firstTrees } from '../models/trees/firstTrees.ts'
import type { TreesModel } from '../models/trees/trees.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Training } from '../runtime/training.ts'
import type { TrainingLists } from '../work/heldLists.ts'
import { abstaining } from './abstaining/abstaining.ts'
import { abstainingOptions } from './abstaining/abstainingOptions.ts'
import { surrogateLoss, surrogateOptions } from './abstaining/surrogates.ts'
import { type CertifiedLossOf, lossFrom, noLoss } from './common/certifiedLoss.ts'
import type { LeavesListsOut } from './common/leftOutScores.ts'
import type { TrainerResult } from './common/trainerResult.ts'
import type { UsualOptionsOf } from './common/usualOptions.ts'
import { elmRank } from './elmRank/elmRank.ts'
import { elmRankLeftOut } from './elmRank/elmRankLeftOut.ts'
import { elmRankOptions } from './elmRank/elmRankOptions.ts'
import { elmRankPath } from './elmRank/elmRankPath.ts'
import { leastSquares, leastSquaresOptions, leastSquaresUsual } from './leastSquares/leastSquares.ts'
import { listMle, listMleLoss, listMleOptions, listMleUsual } from './linear/listMle.ts'
import { listNet, listNetLoss, listNetOptions, listNetUsual } from './linear/listNet.ts'
import {
  onlineGradientDescent,
  onlineGradientDescentLoss,
  onlineGradientDescentOptions,
  onlineGradientDescentUsual,
} from './linear/onlineGradientDescent.ts'
import { rankNet, rankNetLoss, rankNetOptions, rankNetUsual } from './linear/rankNet.ts'
import { rankSvm, rankSvmLoss, rankSvmOptions, rankSvmUsual } from './linear/rankSvm.ts'
import { smoothedDcg, smoothedDcgLoss, smoothedDcgOptions, smoothedDcgUsual } from './linear/smoothedDcg.ts'
import { rankBoost } from './rankBoost/rankBoost.ts'
import { rankBoostOptions } from './rankBoost/rankBoostOptions.ts'
import { rankRls } from './rankRls/rankRls.ts'
import { rankRlsLeftOut } from './rankRls/rankRlsLeftOut.ts'
import { rankRlsOptions } from './rankRls/rankRlsOptions.ts'
import { rankRlsPath } from './rankRls/rankRlsPath.ts'
import { lambdaMart } from './trees/lambdaMart.ts'
import { lambdaMartOptions } from './trees/lambdaMartOptions.ts'

/** A way to train: what `train` and the command line know about it. */
export interface Method<Made extends TrainedModel = TrainedModel> {
  /** One line for lists of methods. */
  readonly summary: string
  readonly options: OptionTable
  /** `options` may also hold `valid`, the validation data, and `start`, a model to start from, where the method takes one. */
  train(lists: TrainingLists, options: Readonly<Record<string, unknown>>, runtime?: Runtime): Training<TrainerResult<Made>>
  /** The kinds of models that it makes. */
  readonly makes: readonly Made['kind'][]
  /** The loss that the certificates of its models are about, found from the options that a model records. */
  readonly certifiedLoss: CertifiedLossOf
  /** Whether it can start from a model of a kind that it makes. */
  readonly takesStart?: true
  /** Values worth trying of options whose default does not follow from the data. */
  readonly grid?: Readonly<Record<string, readonly number[]>>
  /** For grids around the defaults that follow from the data, where there are some. */
  readonly usual?: UsualOptionsOf
  /**
   * Where fits for many penalties come from one decomposition: the scores that `test` gets from each, undefined for penalties too small
   * to be solved for. The options are those of `train` without lambda.
   */
  readonly path?: (
    lists: TrainingLists,
    options: Readonly<Record<string, unknown>>,
    lambdas: readonly number[],
    test: TrainingLists,
    runtime?: Runtime,
  ) => Training<readonly (Float64Array | undefined)[]>
  /** Where one fit holds those with less of an option, such as fewer trees: the option, and the model as it was after so many. */
  readonly prefixes?: { readonly option: string; of(model: Made, count: number): Made }
  /** Whether it splits on sets of categories: then features may be numbers of categories. */
  readonly splitsCategories?: true
  /** Choices of `compute` that would change nothing, as the method does no such arithmetic with these options. */
  readonly idleCompute?: (options: Readonly<Record<string, unknown>>) => readonly ('relaxed' | 'native')[]
  /** Where fits without each list have a closed form. */
  readonly leftOut?: LeavesListsOut
}

export const methods = {
  'least-squares': {
    summary: 'Pointwise linear baseline: ridge regression on the grades, in closed form.',
    options: leastSquaresOptions,
    train: leastSquares,
    usual: leastSquaresUsual,
    makes: ['linear'],
    certifiedLoss: noLoss(
      'least-squares minimises no loss of whole lists, which the query-level theorems are about: it fits the grade of each item.',
    ),
  } satisfies Method<LinearModel>,
  listnet: {
    summary: 'Listwise: cross entropy between the softmax of labels and scores.',
    options: listNetOptions,
    train: listNet,
    takesStart: true,
    usual: listNetUsual,
    makes: ['linear'],
    certifiedLoss: listNetLoss,
  } satisfies Method<LinearModel>,
  listmle: {
    summary: 'Listwise: likelihood of the order of the labels.',
    options: listMleOptions,
    train: listMle,
    takesStart: true,
    usual: listMleUsual,
    makes: ['linear'],
    certifiedLoss: listMleLoss,
  } satisfies Method<LinearModel>,
  'smoothed-dcg': {
    summary: 'Listwise: a smoothed DCG itself; not convex.',
    options: smoothedDcgOptions,
    train: smoothedDcg,
    takesStart: true,
    usual: smoothedDcgUsual,
    makes: ['linear'],
    certifiedLoss: smoothedDcgLoss,
  } satisfies Method<LinearModel>,
  ranksvm: {
    summary: 'Pairwise: hinges, plain or squared, over pairs of items.',
    options: rankSvmOptions,
    train: rankSvm,
    takesStart: true,
    usual: rankSvmUsual,
    makes: ['linear'],
    certifiedLoss: rankSvmLoss,
  } satisfies Method<LinearModel>,
  ranknet: {
    summary: "Pairwise: logistic losses, with LambdaRank's weights on request.",
    options: rankNetOptions,
    train: rankNet,
    takesStart: true,
    usual: rankNetUsual,
    makes: ['linear'],
    certifiedLoss: rankNetLoss,
  } satisfies Method<LinearModel>,
  rankrls: {
    summary: 'Pairwise: squared errors over pairs in the space of a kernel, in closed form.',
    options: rankRlsOptions,
    train: rankRls,
    path: rankRlsPath,
    leftOut: rankRlsLeftOut,
    makes: ['linear', 'kernel'],
    certifiedLoss: noLoss(squaredErrors('rankrls')),
  } satisfies Method<LinearModel | KernelModel>,
  ogd: {
    summary: 'One pass of online gradient descent, with the steps of the theory.',
    options: onlineGradientDescentOptions,
    train: onlineGradientDescent,
    takesStart: true,
    usual: onlineGradientDescentUsual,
    makes: ['linear'],
    certifiedLoss: onlineGradientDescentLoss,
    idleCompute: () => ['native'],
  } satisfies Method<LinearModel>,
  elmrank: {
    summary: 'Least squares on differences of labels, through random hidden nodes; in closed form.',
    options: elmRankOptions,
    train: elmRank,
    path: elmRankPath,
    leftOut: elmRankLeftOut,
    makes: ['elm'],
    certifiedLoss: noLoss(squaredErrors('elmrank')),
  } satisfies Method<ElmModel>,
  rankboost: {
    summary: 'Pairwise: exponential losses, lowered by one threshold on one feature at a time.',
    options: rankBoostOptions,
    train: rankBoost,
    grid: { iterations: [30, 100, 300, 1000] },
    makes: ['trees'],
    idleCompute: () => ['relaxed', 'native'],
    certifiedLoss: noLoss(
      'rankboost minimises an exponential loss over sums of step functions; the query-level theorems are about weighted sums of features.',
    ),
  } satisfies Method<TreesModel>,
  lambdamart: {
    summary: 'Trees: regression trees grown one after the other on the slopes of a ranking objective.',
    options: lambdaMartOptions,
    train: lambdaMart,
    splitsCategories: true,
    idleCompute: () => ['relaxed', 'native'],
    takesStart: true,
    grid: { leaves: [4, 8, 16, 32], learningRate: [0.03, 0.1], trees: [30, 60, 120, 240, 480] },
    prefixes: { option: 'trees', of: firstTrees },
    makes: ['trees'],
    certifiedLoss: noLoss(
      'lambdamart minimises its objective over sums of trees; the query-level theorems are about weighted sums of features.',
    ),
  } satisfies Method<TreesModel>,
  abstaining: {
    summary: 'Pairwise, for rankings that leave close pairs undecided: linear or one hidden layer, in balls.',
    options: abstainingOptions,
    train: abstaining,
    takesStart: true,
    makes: ['linear', 'network'],
    certifiedLoss: lossFrom(surrogateOptions, surrogateLoss),
    idleCompute: ({ hypothesis }) => (hypothesis === 'network' ? [] : ['native']),
  } satisfies Method<LinearModel | NetworkModel>,
} as const

function squaredErrors(method: string): string {
  return `${method} minimises the squared error over pairs, whose constants are not known here; the bound by stability is about it.`
}

export type MethodName = keyof typeof methods

export const methodNames = Object.keys(methods) as readonly MethodName[]

/** Methods whose fits without each list have a closed form. */
export const methodsThatLeaveOut: readonly MethodName[] = methodNames.filter((name) => (methods[name] as Method).leftOut !== undefined)

/** Methods that can start from a model: linear ones from a linear model, lambdamart from trees. */
export const startingMethods: readonly MethodName[] = methodNames.filter((name) => (methods[name] as Method).takesStart === true)

/** `known` are the names that a message lists. */
export function methodOf(name: string, known: readonly string[] = methodNames): Method {
  requireText('options.method', name, `one of ${known.join(', ')}`)
  if (Object.hasOwn(methods, name)) return methods[name as MethodName]
  const nearest = nearestName(name, known)
  throw new RankwrightError({
    area: 'option',
    code: 'unknown-method',
    found: name,
    known,
    ...(nearest !== undefined && { nearest }),
  })
}
