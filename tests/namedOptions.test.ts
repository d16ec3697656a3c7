// The library names an option as its functions take it, the command line by its flag. Texts that do it otherwise are found here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeOptions, flagName } from '@rankwright/core/options'
import { describe, expect, test } from 'vitest'
import { optionsBeside } from '../packages/cli/dist/arguments.js'
import { commandTable } from '../packages/cli/dist/commandTable.js'
import { spellingWith } from '../packages/cli/dist/flagSpelling.js'
import { root, sourceFiles } from './sourceFiles.ts'
import { sourceTexts, textsOf } from './sourceTexts.ts'
import { wrongNames } from './wrongNames.ts'

const libraries = ['core', 'compute', 'workers', 'parquet', 'node', 'engines', 'browser', 'export']
const commands = await Promise.all(Object.entries(commandTable).map(async ([name, entry]) => [name, await entry.load()] as const))
const optionsOf = new Map(
  commands.map(([name, { options, variants, ...rest }]) => [
    name,
    [options, optionsBeside(rest), ...Object.values(variants?.tables ?? {})].flatMap((table) => Object.keys(table)),
  ]),
)
const everyOption = new Set([...optionsOf.values()].flat())
const ofTwoWords = [...everyOption].filter((option) => flagName(option) !== option)

test('texts are found in sources, and nothing else', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source
  const source = ["const a = 'one' // 'no'", '/* \'no\' */ const b = x / y + "two"', "f(/'/, `three ${g('four')} five`) / 2"].join('\n')
  expect(textsOf(source)).toEqual([
    { line: 1, text: 'one' },
    { line: 2, text: 'two' },
    { line: 3, text: 'four' },
    { line: 3, text: 'three … five' },
  ])
})

test('wrong names are found: flags that a command lacks, and options in the spelling of the library', () => {
  const wrong = (text: string) => wrongNames(text, 'show', optionsOf).length
  expect(['Give --radii 5.', 'Give `limit`.', 'heldOut is missing.', 'Train with rankwright score --uncertainty.'].map(wrong)).toEqual([
    1, 1, 1, 1,
  ])
  expect(['Give --top 5.', 'Train again with rankwright train --uncertainty.', 'a-b--c'].map(wrong)).toEqual([0, 0, 0])
})

describe('texts of the library', () => {
  const texts = sourceTexts(libraries)

  test('are found', () => {
    expect(texts.length).toBeGreaterThan(5000)
  })

  test('name no flag of the command line', () => {
    const isCommand = (path: string) => path.endsWith('/workerCommand.ts') // it writes a command line
    expect(texts.filter(({ path, text }) => !isCommand(path) && /(^|[\s"'(`])--[a-z]/.test(text))).toEqual([])
  })

  test('name options of two words by namedOption alone', () => {
    const isSentence = (text: string) => /[a-z]{2,} \S+ /.test(`${text} `) && !/[;{}=]/.test(text)
    const names = (text: string) => ofTwoWords.some((option) => new RegExp(`(^|[^.\\w])${option}\\b`).test(text))
    expect(texts.filter(({ text }) => isSentence(text) && names(text))).toEqual([])
  })

  test('name by namedOption what a command takes; of another function, what the command of that name takes', () => {
    const call = /namedOption\(\s*(?:'(\w+)'|\{([^}]*)\})(?:,\s*'([a-z ]+)')?/g
    const named = sourceFiles().flatMap(({ path }) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(call)].map(([, alone, several = '', of]) => ({
        path,
        of,
        options: alone === undefined ? [...several.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, option]) => option) : [alone],
      })),
    )
    expect(named.length).toBeGreaterThan(40)
    const takes = (of: string | undefined, option: string) =>
      of === undefined ? everyOption.has(option) : optionsOf.get(of)?.includes(option) === true
    expect(named.filter(({ options, of }) => options.length === 0 || !options.every((option) => takes(of, option)))).toEqual([])
  })
})

describe('the command line', () => {
  test.each(commands)('%s names what it has in the sentences on its options', (name, { options, variants, ...rest }) => {
    for (const variant of [{}, ...Object.values(variants?.tables ?? {})]) {
      const table = { ...variant, ...options, ...optionsBeside(rest) }
      const { text } = spellingWith(name, table)
      const here = new Map([...optionsOf, [name, Object.keys(table)]])
      const said = describeOptions(table).flatMap(({ doc, whenLeftOut }) => [doc, 'says' in whenLeftOut ? whenLeftOut.says : ''])
      expect(said.flatMap((sentence) => wrongNames(text(sentence), name, here))).toEqual([])
    }
  })

  test.each(commands)('%s names what it has in its own texts', (name) => {
    const file = `packages/cli/src/commands/${name.replace(/ (.)/, (_, letter: string) => letter.toUpperCase())}.ts`
    const texts = sourceTexts(['cli']).filter(({ path, text }) => path === file && /\s/.test(text))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.flatMap(({ text }) => wrongNames(text, name, optionsOf))).toEqual([])
  })
})
