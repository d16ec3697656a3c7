/** What browsers and Node have besides JavaScript itself. */
interface Platform {
  readonly structuredClone?: (value: ArrayBuffer, options: { readonly transfer: readonly ArrayBuffer[] }) => ArrayBuffer
}

/**
 * Gives memory back without waiting for the collector, which does not hurry for memory that is not its own. Arrays over it are empty
 * afterwards. Where the platform cannot do that, nothing happens.
 */
export function letGo(memory: ArrayBuffer): void {
  const { structuredClone } = globalThis as Platform
  structuredClone?.(memory, { transfer: [memory] })
}
