/** A matrix (k × n) for many products. The build that made it may keep it in a form of its own besides. */
export interface PreparedMatrix {
  readonly n: number
  readonly k: number
  readonly values: Float64Array | Float32Array
}
