import { Murmur3 } from '../data/lists/fingerprint.ts'
import type { Model } from './model.ts'
import { modelToJson } from './modelJson.ts'

/** 128 bits of a model's file, to know it again by. It finds mistakes, not forgers. */
export function modelFingerprint(model: Model): string {
  const hash = new Murmur3()
  const text = modelToJson(model)
  for (let place = 0; place < text.length; place++) hash.add(text.charCodeAt(place))
  return hash.digest()
}
