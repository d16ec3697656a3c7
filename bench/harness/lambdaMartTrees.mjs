import { training } from '@rankwright/core'

/** What the peers are given as well. */
export const settings = {
  method: 'lambdamart',
  learningRate: 0.1,
  minRows: 20,
  minHessian: 1e-3,
  cutoff: 30,
  bins: 255,
  featureShare: 1,
  listShare: 1,
}

/** Bins the rows; gives a function that grows some more trees. */
export function beginTrees(lists, leaves, runtime) {
  const steps = training(lists, { ...settings, leaves, trees: 100_000 }, runtime)
  let { stage } = steps.next().value
  while (stage === 'sorting') stage = steps.next().value.stage
  return (trees) => {
    for (let tree = 0; tree < trees; tree++) if (steps.next().done) throw new Error('growing ended before its time')
  }
}
