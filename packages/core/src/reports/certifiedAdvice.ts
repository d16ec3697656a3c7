import type { Certificate } from '../guarantees/certificate.ts'
import type { Certified } from '../guarantees/certify.ts'
import type { HeldOutReport } from '../guarantees/heldOutCertificates.ts'

/** Which of the numbers of `certify` to act on. */
export type CertifiedAdvice = AdviceStep & {
  /** The certificates that are theorems about the loss that was trained. */
  readonly theorems: readonly Certificate[]
  /** Those that say something and have no assumption that fails. */
  readonly informative: readonly Certificate[]
}

/** Give held-out lists, give more of them, give some that the model has never seen, or rely on the bound of the first metric. */
type AdviceStep =
  | { readonly step: 'give-held-out' | 'more-held-out' | 'unseen-held-out' }
  | { readonly step: 'rely'; readonly bound: HeldOutReport }

export function certifiedAdvice({ heldOut, certificates }: Certified): CertifiedAdvice {
  const theorems = certificates.filter((certificate) => !isHeldOut(certificate))
  const informative = theorems.filter((certificate) => certificate.verdict === 'informative' && !assumesWrongly(certificate))
  const [first] = heldOut
  if (first === undefined) return { step: 'give-held-out', theorems, informative }
  const leading = certificates.find(({ theorem }) => theorem === first.method)
  if (leading?.verdict === 'vacuous') return { step: 'more-held-out', theorems, informative }
  if (leading !== undefined && assumesWrongly(leading)) return { step: 'unseen-held-out', theorems, informative }
  return { step: 'rely', bound: first, theorems, informative }
}

/** Whether a certificate comes from held-out lists alone. */
export function isHeldOut({ theorem }: Certificate): boolean {
  return theorem.startsWith('heldout-')
}

function assumesWrongly({ assumptions }: Certificate): boolean {
  return assumptions.some(({ holds }) => holds === false)
}
