import type { Compute } from './compute.ts'

/**
 * `make`, called once for each owner and build: scoring one short list after the other lays nothing out anew. What was made is weakly held. It
 * lives as long as the owner and the build, and changes no answer, so the owner must not change.
 */
export function preparedOnce<Owner extends object, Made>(
  make: (owner: Owner, compute: Compute) => Made,
): (owner: Owner, compute: Compute) => Made {
  const known = new WeakMap<Compute, WeakMap<Owner, { readonly made: Made }>>()
  return (owner, compute) => {
    const ofBuild = known.get(compute) ?? new WeakMap<Owner, { readonly made: Made }>()
    known.set(compute, ofBuild)
    const entry = ofBuild.get(owner) ?? { made: make(owner, compute) }
    ofBuild.set(owner, entry)
    return entry.made
  }
}
