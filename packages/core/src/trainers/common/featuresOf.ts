import type { ListCommon } from '../../models/common/modelCommon.ts'

/** The features of a model to be: those of the model that training starts from, else the names or the number that the lists give. */
export function featuresOf(
  lists: { readonly width: number; readonly featureNames?: readonly string[] },
  start?: Pick<ListCommon, 'features'>,
): ListCommon['features'] {
  return start?.features ?? lists.featureNames ?? lists.width
}
