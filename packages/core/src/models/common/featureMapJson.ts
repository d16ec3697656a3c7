import type { Ball, FeatureMap, Scale } from '../../data/features/featureMap.ts'
import { patchFeatureCount } from '../../data/images/imagePatches.ts'
import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { patchesFromDocument, patchesToDocument } from './patchesJson.ts'

/** A feature map as it stands in a model file; its width is the model's number of features, or what patches make of them. */
export function featureMapToDocument({ patches, missing, means, scale, zero, shrink, ball }: FeatureMap): Record<string, unknown> {
  return {
    ...(patches && { patches: patchesToDocument(patches) }),
    missing,
    ...(means && { means: encodeArray('f64', means) }),
    scale: scaleToDocument(scale),
    zero,
    shrink,
    ball,
  }
}

function scaleToDocument(scale: Scale): Record<string, unknown> {
  switch (scale.kind) {
    case 'none':
    case 'per-list':
      return { kind: scale.kind }
    case 'min-max':
      return { kind: scale.kind, low: encodeArray('f32', scale.low), high: encodeArray('f32', scale.high) }
    case 'standard':
      return {
        kind: scale.kind,
        low: encodeArray('f32', scale.low),
        high: encodeArray('f32', scale.high),
        mean: encodeArray('f64', scale.mean),
        deviation: encodeArray('f64', scale.deviation),
      }
    case 'quantile':
      return {
        kind: scale.kind,
        starts: encodeArray('i32', scale.starts),
        knots: encodeArray('f32', scale.knots),
        levels: encodeArray('f64', scale.levels),
      }
  }
}

/** `features` is how many the model reads. */
export function featureMapFromDocument(value: unknown, where: string, features: number, read: DocumentReader): FeatureMap {
  const keys = ['patches?', 'missing', 'means?', 'scale', 'zero', 'shrink', 'ball']
  const { patches: stored, missing, means, scale, zero, shrink, ball } = read.object(value, where, keys)
  const patches = stored === undefined ? undefined : patchesFromDocument(stored, `${where}.patches`, features, read)
  const width = patches === undefined ? features : patchFeatureCount(patches)
  const policy = read.choice(missing, `${where}.missing`, ['zero', 'mean'])
  if ((policy === 'mean') !== (means !== undefined))
    read.fail(`${where}.means`, `they belong to the missing-value policy "mean", this is "${policy}"`)
  const origin = read.choice(zero, `${where}.zero`, ['moved', 'kept'])
  return {
    ...(patches && { patches }),
    width,
    missing: policy,
    ...(means !== undefined && { means: read.float64(means, `${where}.means`, width) }),
    scale: scaleFromDocument(scale, `${where}.scale`, width, origin, read),
    zero: origin,
    shrink: read.number(shrink, `${where}.shrink`, { above: 0, atMost: 1 }),
    ball: ballFromDocument(ball, `${where}.ball`, read),
  }
}

function scaleFromDocument(value: unknown, where: string, width: number, zero: FeatureMap['zero'], read: DocumentReader): Scale {
  const kinds = ['none', 'min-max', 'standard', 'quantile', 'per-list'] as const
  const keys: Readonly<Record<Scale['kind'], readonly string[]>> = {
    none: [],
    'per-list': [],
    'min-max': ['low', 'high'],
    standard: ['low', 'high', 'mean', 'deviation'],
    quantile: ['starts', 'knots', 'levels'],
  }
  const anyKeys = [...new Set(Object.values(keys).flat())].map((key) => `${key}?`)
  const kind = read.choice(read.object(value, where, ['kind', ...anyKeys])['kind'], `${where}.kind`, kinds)
  const parts = read.object(value, where, ['kind', ...keys[kind]])
  const range = () => {
    const low = read.float32(parts['low'], `${where}.low`, width)
    const high = read.float32(parts['high'], `${where}.high`, width)
    const wrong = low.findIndex((least, j) => least > high[j] || (zero === 'kept' && (least > 0 || high[j] < 0)))
    if (wrong >= 0) read.fail(where, `the range of feature ${wrong + 1} is ${low[wrong]} to ${high[wrong]}`)
    return { low, high }
  }
  switch (kind) {
    case 'none':
      if (zero === 'moved') read.fail(where, 'zero is moved although there is no scale')
      return { kind }
    case 'per-list':
      return { kind }
    case 'min-max':
      return { kind, ...range() }
    case 'standard': {
      const mean = read.float64(parts['mean'], `${where}.mean`, width)
      const deviation = read.float64(parts['deviation'], `${where}.deviation`, width)
      const negative = deviation.findIndex((spread) => spread < 0)
      if (negative >= 0) read.fail(`${where}.deviation`, `that of feature ${negative + 1} is ${deviation[negative]}`)
      return { kind, ...range(), mean, deviation }
    }
    case 'quantile': {
      const starts = Uint32Array.from(read.int32(parts['starts'], `${where}.starts`, width + 1))
      const knots = read.float32(parts['knots'], `${where}.knots`)
      const levels = read.float64(parts['levels'], `${where}.levels`, knots.length)
      if (starts[0] !== 0 || starts[width] !== knots.length) read.fail(`${where}.starts`, `they do not cover the ${knots.length} knots`)
      for (let j = 0; j < width; j++) {
        if (starts[j] > starts[j + 1]) read.fail(`${where}.starts`, `they go down after feature ${j + 1}`)
        for (let i = starts[j]; i < starts[j + 1]; i++) {
          const ascending = i === starts[j] || (knots[i] > knots[i - 1] && levels[i] >= levels[i - 1])
          if (!ascending || levels[i] < 0 || levels[i] > 1) read.fail(where, `the knots of feature ${j + 1} are not ascending from 0 to 1`)
        }
      }
      return { kind, starts, knots, levels }
    }
  }
}

function ballFromDocument(value: unknown, where: string, read: DocumentReader): Ball {
  const norm = read.choice(read.object(value, where, ['norm', 'radius?'])['norm'], `${where}.norm`, ['none', 'l1', 'l2', 'inf'])
  if (norm === 'none') return { norm: read.object(value, where, ['norm'])['norm'] as 'none' }
  const { radius } = read.object(value, where, ['norm', 'radius'])
  return { norm, radius: read.number(radius, `${where}.radius`, { above: 0 }) }
}
