export interface OnnxRuntimeModule {
  readonly InferenceSession: {
    create(bytes: Uint8Array): Promise<{ run(feeds: object): Promise<Record<string, { readonly data: ArrayLike<number> }>> }>
  }
  readonly Tensor: new (type: 'float32' | 'string', values: Float32Array | readonly string[], dims: readonly number[]) => object
}

export function onnxRuntime(): OnnxRuntimeModule | undefined
