import { expect, test } from 'vitest'
import type { Certificate } from '../guarantees/certificate.ts'
import type { Certified } from '../guarantees/certify.ts'
import type { HeldOutReport } from '../guarantees/heldOutCertificates.ts'
import { certifiedAdvice } from './certifiedAdvice.ts'

const certificate = (theorem: string, verdict: Certificate['verdict'], holds: boolean | 'unknown' = true): Certificate => ({
  theorem,
  statement: '',
  assumptions: [{ text: 'something', holds }],
  constants: {},
  terms: {},
  bound: 0.5,
  trivial: 1,
  delta: 0.05,
  side: 'below',
  verdict,
})
const bound: HeldOutReport = {
  ...{ metric: 'map', value: 0.6, lower: 0.5, method: 'heldout-betting', delta: 0.05 },
  ...{ n: 9, lists: 12, skipped: 3, seen: 0, repeated: 0, condition: 'lists with at least one relevant item' },
  verdict: 'informative',
}
const silent: HeldOutReport = { ...bound, verdict: 'vacuous' }
const certified = (certificates: readonly Certificate[], heldOut: Certified['heldOut'] = [bound]): Certified => ({
  certificates,
  heldOut,
  notApplicable: [],
  notes: [],
})

test.each([
  ['give-held-out', certified([certificate('q-t5', 'informative')], [])],
  ['more-held-out', certified([certificate('heldout-betting', 'vacuous')], [silent])],
  ['mend', certified([certificate('heldout-betting', 'vacuous', false)], [silent])],
  ['rely', certified([certificate('heldout-betting', 'informative', 'unknown')])],
])('%s', (step, found) => {
  expect(certifiedAdvice(found)).toMatchObject(step === 'rely' ? { step, bound } : { step })
})

test('a theorem counts when it is informative and no assumption fails', () => {
  const sound = certificate('q-t5', 'informative', 'unknown')
  const others = [certificate('q-t6', 'vacuous'), certificate('q-t9', 'informative', false)]
  const advice = certifiedAdvice(certified([certificate('heldout-betting', 'informative'), sound, ...others]))
  expect(advice.theorems).toEqual([sound, ...others])
  expect(advice.informative).toEqual([sound])
})

test('the theorem that says most: sound, informative, about the loss itself, far below what is known', () => {
  const fails = { ...certificate('q-t17', 'informative', false), bound: 0.01 }
  const excess = { ...certificate('q-t9-excess', 'informative'), bound: 0.02 }
  const average = { ...certificate('q-t5', 'informative'), bound: 0.03, delta: 0 }
  const loose = { ...certificate('q-t9', 'informative'), bound: 0.9 }
  const close = { ...certificate('q-martingale', 'informative', 'unknown'), bound: 0.4 }
  const says = (...all: Certificate[]) => certifiedAdvice(certified(all)).best?.theorem
  expect(says(fails, excess, average, loose, close)).toBe('q-martingale')
  expect(says(fails, excess, average, loose)).toBe('q-t9')
  expect(says(fails, excess, average)).toBe('q-t9-excess')
  expect(says(certificate('q-cw', 'vacuous'), fails)).toBe('q-cw')
  expect(says(certificate('heldout-betting', 'informative'))).toBeUndefined()
})
