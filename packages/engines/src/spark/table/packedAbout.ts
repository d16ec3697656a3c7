import type { ReadListsOptions } from '@rankwright/core/data'
import type { PackedAbout } from '../../packed/packedFormat.ts'
import type { SparkTable } from './sparkTable.ts'

/** What packed lists of a table say of themselves. */
export function packedAbout(
  { columns: { names, features }, numbered }: SparkTable,
  reading: ReadListsOptions,
  layout: PackedAbout['layout'],
): PackedAbout {
  return {
    width: features.length,
    layout,
    weighted: false,
    ...(!numbered && { featureNames: features.map((column) => names[column]) }),
    ...((reading.features !== undefined || reading.ignore !== undefined) && { featuresChosen: true as const }),
  }
}
