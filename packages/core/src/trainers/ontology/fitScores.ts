import type { ontologyLosses } from '../../models/ontologyTerms/learnedLine.ts'
import type { VertexKernel } from '../../ontology/graph/vertexKernel.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { kPartiteGamma } from './kPartiteGamma.ts'
import { type KPartiteFit, type KPartiteSolverOptions, kPartiteHinge } from './kPartiteHinge.ts'
import { withinMargin } from './withinMargin.ts'

export type FittedScores = Omit<KPartiteFit, 'gap' | 'excess' | 'point'> &
  Partial<Pick<KPartiteFit, 'gap' | 'excess'>> & { readonly scores: Float64Array }

export type ScoreFitting = KPartiteSolverOptions & { readonly loss: (typeof ontologyLosses)[number]; readonly gamma: number }

/** The minimiser on a sample, and its scores of all vertices. */
export function* fitScores(
  kernel: VertexKernel,
  vertices: Int32Array,
  rates: Float64Array,
  { loss, gamma, ...options }: ScoreFitting,
  runtime: Runtime = plainRuntime,
): Training<FittedScores> {
  const mark = runtime.compute.mark()
  try {
    const space = kernel.space(vertices)
    const fit =
      loss === 'gamma'
        ? yield* kPartiteGamma(space, rates, gamma, options, runtime)
        : (withinMargin(space, rates, options.lambda) ?? (yield* kPartiteHinge(space, rates, options, runtime)))
    const { point, ...found } = fit
    return { ...found, scores: space.everywhere?.(point) ?? kernel.scores(vertices, fit.coefficients) }
  } finally {
    runtime.compute.release(mark)
  }
}
