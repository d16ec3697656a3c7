/** The options of the feature map: those that a trainer hands on to it, and those that a model records. */
import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { OptionValue } from '../../models/common/optionValue.ts'
import type { Resolved } from '../../options/optionTable.ts'
import type { featureMapOptions } from '../../options/sharedOptions.ts'
import type { FeatureMapOptions } from '../../work/fitFeatureMap.ts'

export type FeatureMapChoice = Resolved<typeof featureMapOptions>

/** Of all options of a trainer, those of the feature map. */
export function featureMapChoice({ scale, missing, featureBall, featureRadius }: FeatureMapChoice): FeatureMapOptions {
  return { scale, missing, featureBall, ...(featureBall !== 'none' && { featureRadius }) }
}

/** The options of a map as they took effect. */
export function recordedMapOptions({ scale, missing, ball }: FeatureMap): Record<string, OptionValue> {
  return { scale: scale.kind, missing, featureBall: ball.norm, ...(ball.norm !== 'none' && { featureRadius: ball.radius }) }
}
