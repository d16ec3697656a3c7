import type { ElmModel } from './elm/elm.ts'
import type { KernelModel } from './kernel/kernel.ts'
import type { LinearModel } from './linear/linear.ts'
import type { NetworkModel } from './network/network.ts'

/** A trained ranker, as plain data. Scoring, explaining and exporting are functions of it. */
export type Model = LinearModel | ElmModel | KernelModel | NetworkModel
