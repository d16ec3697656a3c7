import { codedFeatures } from '../data/encoders/codedFeatures.ts'
import { RankwrightError } from '../problems/problem.ts'
import { type Method, type MethodName, methodNames, methods } from '../trainers/methods.ts'
import type { TrainingLists } from '../work/heldLists.ts'

/** Throws if features are numbers of categories, which the method would take for quantities. */
export function requireSplitCategories(method: MethodName | 'auto', { encoders }: Pick<TrainingLists, 'encoders'>): void {
  const features = [...codedFeatures(encoders).keys()]
  if (features.length === 0 || splitsCategories(method)) return
  throw new RankwrightError({ area: 'model', code: 'categories-as-numbers', method, features, able: methodNames.filter(splitsCategories) })
}

/** Whether the trees of a method are split by sets of categories. */
function splitsCategories(method: MethodName | 'auto'): boolean {
  return method !== 'auto' && (methods[method] as Method).splitsCategories === true
}
