import { RankwrightError } from '@rankwright/core'
import { version as ownVersion } from '../version.ts'
import { wireValue } from './wire.ts'

/** What a driver of this version has written for its workers. */
export function planOf<Plan extends { readonly version: string }>(bytes: Uint8Array): Plan {
  const plan = wireValue(bytes, 'The plan of the driver') as Plan
  if (plan.version !== ownVersion)
    throw new RankwrightError({ area: 'engine', code: 'worker-version', found: ownVersion, expected: plan.version })
  return plan
}
