import { onceChecked } from '../../arguments/onceChecked.ts'
import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { arrayOf, fields, object, text, texts } from '../../arguments/shapes.ts'
import { documentReader } from '../../documents/documentReader.ts'
import { encodersFromDocument, encodersToDocument, type TableEncoders } from './tableEncoders.ts'

const expected = 'encoders, as lists of a table and models that were trained on them have them'

const encodersChecked = onceChecked()

const known = object('an encoder')

/** Throws unless these are encoders that could be read back from a model file. The same encoders are looked at once. */
export function requireEncoders(argument: string, encoders: unknown): asserts encoders is TableEncoders {
  fields({ list: text, missingWords: texts, columns: arrayOf(known), matches: arrayOf(known) }, expected)(argument, encoders)
  encodersChecked(encoders as TableEncoders, () => {
    const fail = () => refuseArgument(argument, encoders, expected)
    let document: unknown
    try {
      document = JSON.parse(JSON.stringify(encodersToDocument(encoders as TableEncoders)))
    } catch {
      fail()
    }
    encodersFromDocument(document, argument, documentReader(argument, fail))
  })
}
