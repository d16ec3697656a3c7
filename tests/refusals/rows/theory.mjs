import * as theory from '@rankwright/core/theory'
import { options, row } from '../attempts.mjs'

export const functions = theory

const about = () => ({ setting: 'pairwise', surrogate: 'sigmoid', steepness: 2 })
const pair = () => ({ above: 0.4, below: 0.3, distance: 1, reach: 1 })
const abstention = () => options({ radius: 0.5, cost: 0.1 })
const inputs = () => options({ G: 1, W: 1, R: 1, n: 100 })

export const rows = {
  bound: row(() => ({ name: 'q-t5', inputs: inputs(), options: options({ printed: true }) }), { strange: 'a bound may be infinite' }),
  conditionalRisk: row(() => ({ about: about(), pair: pair(), margin: 0.5 })),
  conditionalTargetRisk: row(() => ({ about: about(), pair: pair(), margin: 0.5, abstention: abstention() })),
  consistencyBound: row(() => ({ about: about(), t: 0.1, z: 1, printed: true })),
  leastConditionalRisk: row(() => ({ about: about(), pair: pair() })),
  leastTargetRisk: row(() => ({ pair: pair(), abstention: abstention() })),
  listBounds: row(() => ({})),
  minimisabilityGap: row(() => ({ about: about(), leastRisk: 0.5, pairs: [pair()] })),
  plan: row(() => ({
    theorem: 'q-t9',
    epsilon: 0.1,
    inputs: options({ G: 1, W: 1, R: 1, B: 1, m: 10, delta: 0.05 }),
    options: options({ printed: true }),
  })),
  shownAtMost: row(() => ({ value: 0.12345678, digits: 4 }), { strange: 'a limit may be infinite' }),
  shownChance: row(() => ({ probability: 0.999999 })),
  targetFromConcave: row(() => ({ gamma: (x) => x, t: 0.1, epsilon: 0.1 })),
  targetFromConvex: row(() => ({ psi: (x) => x, t: 0.1, epsilon: 0.1 })),
  targetGap: row(() => ({ about: about(), pair: pair(), margin: 0.5 })),
  targetMinimisabilityGap: row(() => ({ leastRisk: 0.5, pairs: [pair()], abstention: abstention() })),
  theoryLambda: row(() => ({ inputs: { G: 1, W: 1, R: 1, n: 100 } })),
}
