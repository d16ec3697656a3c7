import type { Proof } from './proof.mjs'

/** Every proof in `torture/proofs`, by name. */
export function allProofs(): Promise<readonly Proof[]>
