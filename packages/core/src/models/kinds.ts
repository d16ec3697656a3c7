import type { ListKind } from './common/modelKind.ts'
import { elmKind } from './elm/elmKind.ts'
import { kernelKind } from './kernel/kernelKind.ts'
import { linearKind } from './linear/linearKind.ts'
import type { Model } from './model.ts'
import { networkKind } from './network/networkKind.ts'

/** Every kind of model there is. Nothing else knows the list: whoever has a model asks `kindOf`. */
export const kinds: { readonly [Kind in Model['kind']]: ListKind<Extract<Model, { kind: Kind }>> } = {
  linear: linearKind,
  elm: elmKind,
  kernel: kernelKind,
  network: networkKind,
}

/** What can be done with a model of this kind. */
export function kindOf(model: Model): ListKind<Model> {
  return kinds[model.kind]
}
