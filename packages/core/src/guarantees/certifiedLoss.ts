import type { ListCommon } from '../models/common/modelCommon.ts'
import { type BoundedLoss, boundedLoss } from '../theory/boundedLoss.ts'
import { methodNames, methods } from '../trainers/methods.ts'

/** The loss of whole lists that a model was trained with and its ceiling; or why the query-level theorems have none to speak of. */
export function certifiedLoss({ method, options }: Pick<ListCommon, 'method' | 'options'>): BoundedLoss | string {
  const name = methodNames.find((known) => known === method)
  if (method === 'auto')
    return 'It is about one method that was fixed before the lists were seen; auto weighed several by how they did on the lists.'
  if (name === undefined) return `It is about losses that a method of training minimises, and ${method} is none.`
  const loss = methods[name].certifiedLoss(options)
  return 'none' in loss ? loss.none : boundedLoss(loss)
}
