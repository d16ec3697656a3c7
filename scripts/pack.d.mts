interface PackedPackage {
  readonly name: string
  /** Its tarball. */
  readonly file: string
}

export function packPublished(destination: string): PackedPackage[]
export function packComplete(packed: readonly PackedPackage[], destination: string): void
