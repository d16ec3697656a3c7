import { requireParts } from '../../arguments/requireKind.ts'
import type { Compute } from './compute.ts'

/** Throws unless these are numeric primitives. */
export function requireCompute(argument: string, compute: unknown): asserts compute is Compute {
  requireParts(argument, compute, 'plainCompute, or what wasmCompute or threadedCompute give', ['gemv', 'mark', 'own'])
}
