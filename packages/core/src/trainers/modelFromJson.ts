import { requireText } from '../arguments/requireKind.ts'
import { type DocumentReader, documentReader } from '../documents/documentReader.ts'
import { isImported } from '../models/common/importedMethod.ts'
import type { Model, TrainedModel } from '../models/model.ts'
import { parsedModel } from '../models/modelJson.ts'
import { checkOption } from '../options/checkOption.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { explain } from '../problems/problem.ts'
import { autoOptions } from './common/autoOptions.ts'
import { type Method, type MethodName, methodNames, methods } from './methods.ts'

/**
 * The model in the text of its file, with every part checked: also that a method of that name makes such models, and that its options
 * have values that it takes, unless it was trained elsewhere. `file` is the name that errors speak of.
 */
export function modelFromJson(text: string, file: string): Model {
  requireText('text', text, 'the text of a model file')
  requireText('file', file, 'the name that messages speak of')
  const model = parsedModel(text, file)
  if ('training' in model && !isImported(model.method)) requireOwnMethod(model, file)
  return model
}

/** Methods also record what is no option of theirs, and numbers that they computed: only what was given has to be in range. */
export function requireOwnMethod(model: TrainedModel, file: string): void {
  requireMethodOf(model, documentReader(file))
}

function requireMethodOf(model: TrainedModel, read: DocumentReader): void {
  if (model.kind !== 'ensemble') {
    const name: MethodName = read.choice(model.method, 'method', methodNames)
    const { makes, options }: Method = methods[name]
    if (!makes.includes(model.kind)) read.fail('method', `${name} makes no models of the kind ${model.kind}`)
    requireOptions(options, model, read)
    return
  }
  read.choice(model.method, 'method', ['auto'])
  requireOptions(autoOptions, model, read)
  for (const [index, member] of model.members.entries()) {
    const where = `members[${index}]`
    requireMethodOf(
      member,
      documentReader(where, (part, reason) => read.fail(`${where}.${part}`, reason)),
    )
  }
}

function requireOptions(table: OptionTable, { options, training }: TrainedModel, read: DocumentReader): void {
  for (const [option, value] of Object.entries(options)) {
    if (!Object.hasOwn(table, option)) continue
    const problem = checkOption(table, option, value)
    const computed = typeof value === 'number' && !training.given.includes(option)
    if (problem !== undefined && !computed) read.fail(`options.${option}`, explain(problem).replace(/\.$/, ''))
  }
}
