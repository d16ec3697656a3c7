import type { OnnxRunner } from '@rankwright/export'
import { nativeCall } from '@rankwright/node'

interface OnnxRuntimeModule {
  readonly env?: { readonly versions?: { readonly node?: string } }
  readonly InferenceSession: {
    create(bytes: Uint8Array): Promise<{ run(feeds: object): Promise<Record<string, { readonly data: ArrayLike<number> }>> }>
  }
  readonly Tensor: new (type: 'float32' | 'string', values: Float32Array | readonly string[], dims: readonly number[]) => object
}

/** ONNX Runtime where `onnxruntime-node` is installed, undefined elsewhere: it is large, and nothing else needs it. */
export async function onnxRuntime(): Promise<OnnxRunner | undefined> {
  const name = 'onnxruntime-node' // in a variable, because it is not a dependency of this package
  let loaded: OnnxRuntimeModule & { readonly default?: OnnxRuntimeModule }
  try {
    loaded = await nativeCall(() => import(name))
  } catch {
    return undefined
  }
  const { InferenceSession, Tensor, env } = loaded.default ?? loaded
  return {
    name: `ONNX Runtime ${env?.versions?.node ?? ''}`.trimEnd(),
    async run(bytes, values, rows, width, texts) {
      const columns = Object.entries(texts).map(([column, own]) => [column, new Tensor('string', own, [rows, 1])])
      const features = width === 0 ? {} : { features: new Tensor('float32', values, [rows, width]) }
      const session = await nativeCall(() => InferenceSession.create(bytes))
      const answer = await nativeCall(() => session.run({ ...Object.fromEntries(columns), ...features }))
      return answer['scores'].data
    },
  }
}
