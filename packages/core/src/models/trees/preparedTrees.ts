import type { Compute } from '../../numeric/compute/compute.ts'
import { preparedOnce } from '../../numeric/compute/preparedOnce.ts'
import type { PreparedTrees, TreeArrays } from '../../numeric/compute/trees.ts'

/** Trees that only know the features they look at. */
export interface UsedTrees {
  readonly trees: PreparedTrees
  /** The feature behind each column. */
  readonly used: Uint32Array
}

/** The trees of a model, laid out once for each build. */
export const preparedTrees: (model: TreeArrays, compute: Compute) => PreparedTrees = preparedOnce((model, compute) =>
  compute.prepareTrees(model),
)

/** The same for rows that hold nothing but the features that are looked at. */
export const preparedUsed: (model: TreeArrays, compute: Compute) => UsedTrees = preparedOnce((model, compute) => {
  const used = usedColumns(model)
  const places = new Map(Array.from(used, (column, place) => [column, place]))
  const columns = model.columns.map((column) => places.get(column)!)
  return { trees: compute.prepareTrees({ ...model, columns }), used }
})

/** The features that some split looks at, ascending. */
export function usedColumns({ columns }: Pick<TreeArrays, 'columns'>): Uint32Array {
  return Uint32Array.from(new Set(columns)).sort()
}
