/** The JSON schema of experiment files, for editors. It is made from the tables that the reader checks with. */

import { isRule } from '../options/defaultRule.ts'
import type { OptionSpec, OptionTable } from '../options/optionTable.ts'
import { methodNames } from '../trainers/methods.ts'
import { experimentFormat, readingOptions } from './experimentJson.ts'
import { measuringOptions, searchOptions, splittingOptions } from './experimentOptions.ts'

type Schema = Readonly<Record<string, unknown>>

export function experimentSchema(): Schema {
  const name = { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$' }
  const text = { type: 'string', minLength: 1 }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'An experiment of rankwright',
    type: 'object',
    required: ['format', 'version', 'data', 'methods'],
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      format: { const: experimentFormat },
      version: { const: 1 },
      data: { type: 'array', minItems: 1, items: { oneOf: dataSchemas(name, text) } },
      methods: { type: 'array', minItems: 1, items: { oneOf: [{ enum: methodNames }, methodSchema(name)] } },
      ...properties(measuringOptions),
    },
  }
}

function dataSchemas(name: Schema, text: Schema): Schema[] {
  const entry = (description: string, required: readonly string[], parts: Schema): Schema => ({
    type: 'object',
    description,
    required,
    additionalProperties: false,
    properties: { name, ...parts, read: { type: 'object', additionalProperties: false, properties: properties(readingOptions) } },
  })
  const points = { oneOf: [{ type: ['string', 'number'] }, { type: 'array', minItems: 1, items: { type: ['string', 'number'] } }] }
  return [
    entry('Query-aware folds of one file.', ['file'], { file: text, ...properties(splittingOptions) }),
    entry('A folder with Fold1/train, Fold1/vali, Fold1/test and so on.', ['folder'], { folder: text }),
    entry('Files for training, choosing and testing.', ['train', 'test'], { train: text, valid: text, test: text }),
    entry('Trains on lists before a point in time, tests on those from it on.', ['file', 'time', 'at'], {
      file: text,
      time: { ...text, description: 'The column with the time of a row.' },
      at: { ...points, description: 'Points in time: dates, or numbers.' },
    }),
  ]
}

function methodSchema(name: Schema): Schema {
  const value = { type: ['number', 'string', 'boolean'] }
  const range = {
    type: 'object',
    description: 'A range that a random search draws from.',
    required: ['from', 'to'],
    additionalProperties: false,
    properties: { from: { type: 'number' }, to: { type: 'number' }, steps: { enum: ['log', 'linear'], default: 'linear' } },
  }
  return {
    type: 'object',
    required: ['method'],
    additionalProperties: false,
    properties: {
      method: { enum: methodNames },
      name: { ...name, description: 'What the leaderboard calls it.' },
      options: { type: 'object', description: 'Options of the method that every setting has.' },
      try: {
        type: 'object',
        description: 'Values to try of options of the method.',
        additionalProperties: { oneOf: [{ type: 'array', minItems: 1, items: value }, range] },
      },
      ...properties(searchOptions),
    },
  }
}

function properties(table: OptionTable): Record<string, Schema> {
  return Object.fromEntries(Object.entries(table).map(([option, spec]) => [option, { ...valueSchema(spec), description: spec.doc }]))
}

function valueSchema(spec: OptionSpec): Schema {
  const usual = spec.kind === 'flag' || spec.default === undefined || isRule(spec.default) ? {} : { default: spec.default }
  switch (spec.kind) {
    case 'number':
    case 'integer':
      return { type: spec.kind, ...range(spec), ...usual }
    case 'number-or-word':
      return { oneOf: [{ type: 'number', ...range(spec) }, { enum: spec.words }], ...usual }
    case 'choice':
      return { enum: spec.of, ...usual }
    case 'flag':
      return { type: 'boolean' }
    case 'text':
      return { type: 'string', ...usual }
    case 'numbers':
      return { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'number', ...range(spec) }, ...usual }
    case 'texts':
      return { type: 'array', minItems: 1, items: { type: 'string' }, ...usual }
  }
}

function range({
  atLeast,
  above,
  atMost,
  below,
}: {
  readonly atLeast?: number
  readonly above?: number
  readonly atMost?: number
  readonly below?: number
}): Schema {
  return {
    ...(atLeast !== undefined && { minimum: atLeast }),
    ...(above !== undefined && { exclusiveMinimum: above }),
    ...(atMost !== undefined && { maximum: atMost }),
    ...(below !== undefined && { exclusiveMaximum: below }),
  }
}
