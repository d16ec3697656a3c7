/**
 * The certificate from the losses met while learning (theory/martingale.ts): it needs no held-out lists and no constant of the loss but
 * its ceiling. It is about online gradient descent, whose training record holds what is needed.
 */
import { namedOption } from '../problems/namedOption.ts'
import { martingaleLimit } from '../theory/martingale.ts'
import { shown, shownAtMost, shownChance } from '../theory/shown.ts'
import { type Assumption, type Certificate, type Constant, lossCertificate } from './certificate.ts'
import type { LossOnLists } from './certifiedSetting.ts'
import { othersFixedBefore } from './fixedBefore.ts'
import { deltaOrigin, equalScoresLose } from './lossStatements.ts'
import type { QueryLevelCase } from './queryLevelApplication.ts'
import type { NotApplicable } from './theoremStatements.ts'

const theorem = 'q-martingale'

export function martingaleCertificate(about: QueryLevelCase, loss: LossOnLists): Certificate | NotApplicable {
  const { model, surrogate, sample, weightRadius, reach, options } = about
  const reason = notRecorded(about)
  const { met } = model.training
  if (reason !== undefined || met === undefined) return { theorem, reason: reason ?? '' }
  const share = options.delta / weightRadius.tried
  const { value, terms } = martingaleLimit(met, share)
  const bound = value * met.ceiling
  const mean = terms['mean'] * met.ceiling
  const constants: Record<string, Constant> = {
    B: { value: met.ceiling, origin: loss.ceiling.origin },
    W: { value: weightRadius.value, origin: weightRadius.origin },
    R: { value: reach.l2.value, origin: reach.l2.origin },
    n: { value: met.lists, origin: 'lists met, each before it was learned from' },
    delta: { value: share, origin: deltaOrigin(options.delta, weightRadius.tried) },
  }
  const recorded: Assumption = {
    text: 'Every list was met before it was learned from, in an order drawn from the seed, and the result is the average of the weights that they were met with: that is how this trainer works.',
    holds: true,
  }
  const convex: Assumption = { text: `${surrogate.loss.name} is convex in the scores.`, holds: surrogate.loss.convex }
  return lossCertificate({
    theorem,
    statement: `The expected ${surrogate.loss.name} loss is at most ${shownAtMost(bound)}, except with probability ${shownChance(options.delta)} over the draw of the ${met.lists} training lists; when met, before they were learned from, they had a mean loss of ${shown(mean)}.`,
    assumptions: [
      ...sample.assumptions,
      ...reach.l2.assumptions,
      ...weightRadius.assumptions,
      ...othersFixedBefore(model, ['radius']),
      loss.lengthAssumption,
      recorded,
      convex,
    ],
    constants,
    terms: { met: mean, deviation: bound - mean },
    bound,
    ...equalScoresLose(sample),
    delta: options.delta,
  })
}

/** Why the training record has no losses to speak of. */
function notRecorded({ model, sample }: QueryLevelCase): string | undefined {
  const { training, method } = model
  if (method !== 'ogd') {
    return `It is about learners that meet each list before they learn from it; the model was trained by ${method}. Train with ${namedOption({ method: 'ogd' }, 'train')} for a certificate from the training lists alone.`
  }
  if (training.start !== undefined)
    return `Training started from another model, ${training.start.slice(0, 8)}, which may have seen these lists.`
  if (training.met === undefined) {
    return 'The losses met were not recorded: the features have no bound (train with a feature ball), or the lists do not count the same.'
  }
  if (training.met.lists !== sample.n) return `The model met ${training.met.lists} lists, and ${sample.n} were given.`
  return undefined
}
