import type { Compute } from '../../numeric/compute/compute.ts'
import type { PreparedTrees, TreeArrays } from '../../numeric/compute/trees.ts'

/** Trees that only know the features they look at. */
export interface UsedTrees {
  readonly trees: PreparedTrees
  /** The feature behind each column. */
  readonly used: Uint32Array
}

/** What was prepared, weakly held: it lives as long as the model and the build, and changes no answer. */
const whole = new WeakMap<Compute, WeakMap<TreeArrays, PreparedTrees>>()
const narrowed = new WeakMap<Compute, WeakMap<TreeArrays, UsedTrees>>()

/** The trees of a model, laid out once for each build, so that scoring one short list after the other does not do it anew. */
export function preparedTrees(model: TreeArrays, compute: Compute): PreparedTrees {
  return remembered(whole, model, compute, () => compute.prepareTrees(model))
}

/** The same for rows that hold nothing but the features that are looked at. */
export function preparedUsed(model: TreeArrays, compute: Compute): UsedTrees {
  return remembered(narrowed, model, compute, () => {
    const used = usedColumns(model)
    const places = new Map(Array.from(used, (column, place) => [column, place]))
    const columns = model.columns.map((column) => places.get(column)!)
    return { trees: compute.prepareTrees({ ...model, columns }), used }
  })
}

/** The features that some split looks at, ascending. */
export function usedColumns({ columns }: Pick<TreeArrays, 'columns'>): Uint32Array {
  return Uint32Array.from(new Set(columns)).sort()
}

function remembered<Made>(known: WeakMap<Compute, WeakMap<TreeArrays, Made>>, model: TreeArrays, compute: Compute, make: () => Made): Made {
  const ofBuild = known.get(compute) ?? new WeakMap<TreeArrays, Made>()
  known.set(compute, ofBuild)
  const made = ofBuild.get(model) ?? make()
  ofBuild.set(model, made)
  return made
}
