/** Every measure by its name, ready to be used. */
import { informationMeasure, type SharedContent } from './informationMeasure.ts'
import { jiangConrath } from './jiangConrath.ts'
import { leacockChodorow } from './leacockChodorow.ts'
import { lin } from './lin.ts'
import type { MeasureName, MeasureSetting, Similarity } from './measure.ts'
import { path } from './path.ts'
import { relevance } from './relevance.ts'
import { resnik } from './resnik.ts'
import { secondEigenvector } from './secondEigenvector.ts'
import { simGic } from './simGic.ts'
import { wang } from './wang.ts'
import { wuPalmer } from './wuPalmer.ts'

export function similarityOf(measure: MeasureName, setting: MeasureSetting): Similarity {
  switch (measure) {
    case 'resnik':
    case 'lin':
    case 'jiang-conrath':
    case 'relevance':
      return informationMeasure(setting.hierarchy, setting.information, sharedContent(measure, setting) ?? resnik)
    case 'wu-palmer':
      return wuPalmer(setting)
    case 'leacock-chodorow':
      return leacockChodorow(setting)
    case 'path':
      return path(setting)
    case 'wang':
      return wang(setting)
    case 'simgic':
      return simGic(setting)
    case 'second-eigenvector':
      return secondEigenvector(setting)
  }
}

/** Of the measures that look at the content of the MICA. */
export function sharedContent(measure: MeasureName, { information, profile }: MeasureSetting): SharedContent | undefined {
  switch (measure) {
    case 'resnik':
      return resnik
    case 'lin':
      return lin
    case 'jiang-conrath':
      return jiangConrath(profile, information.values)
    case 'relevance':
      return relevance(information.scale)
    default:
      return undefined
  }
}
