import type { CodeEncoder } from './codeEncoder.ts'
import { kindOfEncoder } from './encoderKinds.ts'
import { encodedNames, type TableEncoders } from './tableEncoders.ts'

/** The features that are numbers of categories, by name, and their encoders. */
export function codedFeatures(encoders: TableEncoders | undefined): ReadonlyMap<string, CodeEncoder> {
  const coded = new Map<string, CodeEncoder>()
  if (encoders === undefined || encoders.columns.every(({ kind }) => kind !== 'codes')) return coded
  const names = encodedNames(encoders)
  let feature = 0
  for (const encoder of encoders.columns) {
    if (encoder.kind === 'codes') coded.set(names[feature], encoder)
    feature += kindOfEncoder(encoder).names(encoder).length
  }
  return coded
}
