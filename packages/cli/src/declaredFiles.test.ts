import { expect, test } from 'vitest'
import { commandTable } from './commandTable.ts'

/** Placeholders of options that name files. */
const files = /^(?:DATA|FILE|MODEL|FOLDER|PAIRS|GOLD|OUT|STATE)(?:,…)?$/
/** Inputs that are not files. */
const words = ['term', 'terms', 'object', 'name', 'shell']

for (const [name, entry] of Object.entries(commandTable))
  test(`${name} says which of its inputs and options name files`, async () => {
    const { inputs, options, reads = [], writes } = await entry.load()
    const named = Object.entries(options).flatMap(([option, spec]) =>
      'placeholder' in spec && files.test(spec.placeholder ?? '') ? [option] : [],
    )
    const told = [...reads.map(String), ...Object.keys(writes ?? {})]
    expect([...Object.keys(inputs).filter((input) => !words.includes(input)), ...named].filter((each) => !told.includes(each))).toEqual([])
    expect(told.filter((each) => !(each in inputs) && !(each in options))).toEqual([])
  })
