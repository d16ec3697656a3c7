import { fields, madeBy, text } from '../arguments/shapes.ts'
import type { Certificate } from '../guarantees/certificate.ts'
import type { Certified } from '../guarantees/certify.ts'
import type { HeldOutReport } from '../guarantees/heldOutCertificates.ts'

/** Which of the numbers of `certify` to act on. */
export type CertifiedAdvice = AdviceStep & {
  /** The certificates that are theorems about the loss that was trained. */
  readonly theorems: readonly Certificate[]
  /** Those that say something and have no assumption that fails. */
  readonly informative: readonly Certificate[]
  /** The theorem that says most, informative or not; absent if none applies. */
  readonly best?: Certificate
}

/** Give held-out lists, give more of them, mend what an assumption fails by, or rely on the first bound that holds and says something. */
type AdviceStep =
  | { readonly step: 'give-held-out' | 'more-held-out' }
  | { readonly step: 'mend'; readonly remedies: readonly string[] }
  | { readonly step: 'rely'; readonly bound: HeldOutReport; readonly remedies: readonly string[] }

export function certifiedAdvice(certified: Certified): CertifiedAdvice {
  madeBy('certify', 'heldOut', 'certificates')('certified', certified)
  const { heldOut, certificates } = certified
  const theorems = certificates.filter((certificate) => !isHeldOut(certificate))
  const informative = theorems.filter((certificate) => certificate.verdict === 'informative' && !assumesWrongly(certificate))
  const [best] = theorems.toSorted(bySaying)
  const about = { theorems, informative, ...(best && { best }) }
  const [first] = heldOut
  if (first === undefined) return { step: 'give-held-out', ...about }
  const failing = certificates.filter(isHeldOut).flatMap(({ assumptions }) => assumptions.filter(({ holds }) => holds === false))
  const remedies = [...new Set(failing.flatMap(({ remedy }) => remedy ?? []))]
  const bound = heldOut.find(({ verdict, method }) => verdict === 'informative' && method === first.method)
  if (bound !== undefined) return { step: 'rely', bound, remedies, ...about }
  return failing.length > 0 ? { step: 'mend', remedies, ...about } : { step: 'more-held-out', ...about }
}

/**
 * Those without a failing assumption come first, then the informative ones, then those about the loss itself that hold for nearly every sample
 * (not about an average over samples, nor about the excess over a least loss that nobody knows), then those that are furthest below what is
 * known without learning.
 */
function bySaying(one: Certificate, other: Certificate): number {
  const order = (certificate: Certificate) => [
    assumesWrongly(certificate) ? 1 : 0,
    certificate.verdict === 'vacuous' ? 1 : 0,
    certificate.delta === 0 || certificate.theorem.endsWith('-excess') ? 1 : 0,
    certificate.trivial > 0 ? certificate.bound / certificate.trivial : Infinity,
  ]
  const [a, b] = [order(one), order(other)]
  const place = a.findIndex((value, index) => value !== b[index])
  return place < 0 ? 0 : a[place] - b[place]
}

/** Whether a certificate comes from held-out lists alone. */
export function isHeldOut(certificate: Certificate): boolean {
  fields({ theorem: text }, 'a certificate, as certify gives it')('certificate', certificate)
  return certificate.theorem.startsWith('heldout-')
}

function assumesWrongly({ assumptions }: Certificate): boolean {
  return assumptions.some(({ holds }) => holds === false)
}
