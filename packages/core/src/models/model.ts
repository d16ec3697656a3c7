import type { ElmModel } from './elm.ts'
import type { KernelModel } from './kernel.ts'
import type { LinearModel } from './linear.ts'
import type { NetworkModel } from './network.ts'

/** A trained ranker, as plain data. Scoring, explaining and exporting are functions of it. */
export type Model = LinearModel | ElmModel | KernelModel | NetworkModel
