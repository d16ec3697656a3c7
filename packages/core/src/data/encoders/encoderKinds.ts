import { type CodeEncoder, codeKind } from './codeEncoder.ts'
import { type DateEncoder, dateKind } from './dateEncoder.ts'
import type { EncoderKind } from './encoderKind.ts'
import { type HashedEncoder, hashedKind } from './hashedEncoder.ts'
import { type NumberEncoder, numberKind } from './numberEncoder.ts'
import { type OneHotEncoder, oneHotKind } from './oneHotEncoder.ts'
import { type SourceEncoder, sourceKind } from './sourceEncoder.ts'
import { type TargetEncoder, targetKind } from './targetEncoder.ts'
import { type TextEncoder, textKind } from './textEncoder.ts'
import { type VectorEncoder, vectorKind } from './vectorEncoder.ts'

/** How the cells of a column become features. */
export type ColumnEncoder =
  | NumberEncoder
  | OneHotEncoder
  | CodeEncoder
  | TargetEncoder
  | HashedEncoder
  | TextEncoder
  | DateEncoder
  | VectorEncoder
  | SourceEncoder

/** Every kind of encoder. Nothing else knows the list. */
export const encoderKinds: {
  readonly [Kind in ColumnEncoder['kind']]: EncoderKind<Extract<ColumnEncoder, { kind: Kind }>>
} = {
  number: numberKind,
  'one-hot': oneHotKind,
  codes: codeKind,
  target: targetKind,
  hashed: hashedKind,
  text: textKind,
  date: dateKind,
  vector: vectorKind,
  source: sourceKind,
}

/** What can be done with an encoder: the row of its kind. */
export function kindOfEncoder(encoder: ColumnEncoder): EncoderKind<ColumnEncoder> {
  return encoderKinds[encoder.kind] as EncoderKind<ColumnEncoder>
}
