import { count, either, flag, oneOf, optional, type Shapes, texts } from '@rankwright/core/arguments'

const isTrue = either('true', (given) => given === true)

/** Of `PackedAbout`. */
export const aboutShapes = {
  width: count(),
  layout: oneOf('dense', 'sparse'),
  weighted: flag,
  featureNames: optional(texts),
  othersAreZero: optional(isTrue),
  featuresChosen: optional(isTrue),
} satisfies Shapes

/** Of `SectionCounts`. */
export const countShapes = {
  lists: count(1),
  rows: count(),
  blocks: count(1),
  values: optional(count()),
  idBytes: count(),
} satisfies Shapes
