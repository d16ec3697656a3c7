interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>
}
export function missingFrom(lockfile: Lockfile): { readonly name: string; readonly version: string; readonly neededBy: string }[]
