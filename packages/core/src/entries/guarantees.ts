/** Certificates. */

export type { Assumption } from '../guarantees/certificate.ts'
export type { CertifyData } from '../guarantees/certify.ts'
export { type CertifyHeldData, certifyHeld, requireNoRows } from '../guarantees/certifyHeld.ts'
export { certifyOptions } from '../guarantees/certifyOptions.ts'
export type { HeldOutReport } from '../guarantees/heldOutCertificates.ts'
export type { NotApplicable } from '../guarantees/theoremStatements.ts'
