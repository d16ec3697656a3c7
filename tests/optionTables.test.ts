import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { methodNames, methods } from '@rankwright/core'
import { type Condition, describeOptions, type OptionSpec, type OptionTable, optionName, ownName } from '@rankwright/core/options'
import { streamLearnerTables } from '@rankwright/core/streaming'
import { listBounds } from '@rankwright/core/theory'
import { describe, expect, test } from 'vitest'
import { commandTable } from '../packages/cli/dist/commandTable.js'
import { checkOption } from '../packages/core/dist/options/checkOption.js'
import { isRule, type OtherOptions } from '../packages/core/dist/options/defaultRule.js'
import { resolveOptions } from '../packages/core/dist/options/resolveOptions.js'
import { root } from './sourceFiles.ts'

/** What rules may be told about the data. */
const scales = { penaltyScale: 0.3, variancePerRow: 0.02, featureRadius: 2 }
const facts = [10, 5001, 20_000].flatMap((rows) =>
  [true, false].map((yes) => ({ rows, lists: rows, valid: yes, inUnitBall: () => yes, vectors: yes ? 3 : 0, ...scales })),
)

const tables = new Map<string, OptionTable>([
  ...(await exportedTables()),
  ...methodNames.map((name) => [`the method ${name}`, methods[name].options] as const),
  ...Object.entries(streamLearnerTables).map(([name, table]) => [`the learner ${name}`, table] as const),
  ...listBounds().map(({ name, inputs }) => [`the bound ${name}`, inputs] as const),
  ...(await commandTables()),
])

/** Every option table that core exports, from any of its entries. */
async function exportedTables(): Promise<(readonly [string, OptionTable])[]> {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8')) as { exports: object }
  const entries: object[] = await Promise.all(Object.keys(exports).map((path) => import(`@rankwright/core${path.slice(1)}`)))
  return entries.flatMap((entry) => Object.entries(entry).flatMap(([name, value]) => (isTable(value) ? [[name, value] as const] : [])))
}

async function commandTables(): Promise<(readonly [string, OptionTable])[]> {
  const loaded = await Promise.all(Object.entries(commandTable).map(async ([name, entry]) => [name, await entry.load()] as const))
  return loaded.flatMap(([name, { options, variants }]) => [
    [`the command ${name}`, options] as const,
    ...Object.entries(variants?.tables ?? {}).map(([variant, table]) => [`the command ${name} ${variant}`, table] as const),
  ])
}

function isTable(value: unknown): value is OptionTable {
  if (typeof value !== 'object' || value === null) return false
  const specs: unknown[] = Object.values(value)
  return specs.length > 0 && specs.every((spec) => typeof spec === 'object' && spec !== null && 'kind' in spec && 'doc' in spec)
}

test('the tables are found', () => {
  for (const name of ['rankOptions', 'ruleOptions', 'the method listnet', 'the learner kernel', 'the bound q-t5', 'the command stream']) {
    expect([...tables.keys()]).toContain(name)
  }
})

/** Whole numbers that may be as large as they like, because nothing is made of that size. */
const harmless: Readonly<Record<string, string>> = {
  seed: 'a number that is recorded',
  iterations: 'a loop that shows its progress and obeys Ctrl-C',
  replacements: 'a loop that shows its progress and obeys Ctrl-C',
  cutoff: 'no more than the places of a list',
  top: 'no more than there are',
  at: 'no more than there are',
  basis: 'no more than there are rows',
  folds: 'no more than there are lists',
  batch: 'refused with the width of the data, if it is too much for the memory',
  saveEvery: 'a distance in time',
}

test.each([...tables].filter(([name]) => !name.startsWith('the bound ')))(
  '%s bounds every number of things, or it costs nothing',
  (_, table) => {
    const counts = Object.entries(table).filter(
      ([, spec]) => spec.kind === 'integer' || (spec.kind === 'number-or-word' && spec.atLeast === 1),
    )
    const unbounded = counts.filter(([option, spec]) => !('atMost' in spec) && !('below' in spec) && !Object.hasOwn(harmless, option))
    expect(unbounded.map(([option]) => option)).toEqual([])
  },
)

describe.each([...tables])('%s', (_, table) => {
  test('says of every option what happens without it, and its text leaves that to the table', () => {
    for (const [option, spec] of Object.entries(table)) {
      const [{ whenLeftOut }] = describeOptions({ [option]: spec })
      const said = whenLeftOut.kind === 'value' ? whenLeftOut.value : whenLeftOut.kind === 'error' ? 'must be given' : whenLeftOut.says
      expect(said, option).toMatch(/^\S/)
      expect(said, option).not.toBe('undefined')
      expect(spec.doc, option).not.toMatch(/\bdefaults?\b|\bleft out\b(?! of)|when not given|without any\b/i)
    }
  })

  test('has defaults that its own options allow', () => {
    for (const [option, spec] of Object.entries(table)) {
      if (spec.kind === 'flag' || spec.default === undefined || isRule(spec.default)) continue
      expect(checkOption(table, option, spec.default), option).toBeUndefined()
    }
  })

  test('has names of other tools that mean one option each', () => {
    const names = Object.entries(table).flatMap(([option, { aliases = [] }]) => [option, ...aliases])
    expect(names.length).toBe(new Set(names).size)
    for (const [option, { aliases = [] }] of Object.entries(table))
      for (const alias of aliases) expect(ownName(table, optionName(alias.replaceAll('_', '-'))), alias).toBe(option)
  })

  test('has conditions on its own options and their values', () => {
    for (const [option, { with: condition = {} }] of Object.entries(table)) {
      for (const [other, wanted] of Object.entries(condition)) {
        expect(Object.hasOwn(table, other), `${option} with ${other}`).toBe(true)
        if (wanted === true) continue
        for (const value of typeof wanted === 'string' ? [wanted] : wanted)
          expect(takes(table[other], value), `${option} with ${other} ${value}`).toBe(true)
      }
    }
  })

  test('has rules that look at its own options, and give what they allow', () => {
    const ruled = Object.entries(table).filter(([, spec]) => spec.kind !== 'flag' && isRule(spec.default))
    for (const [option, spec] of ruled) {
      if (spec.kind === 'flag' || !isRule(spec.default)) continue
      for (const known of facts) {
        const value = spec.default.of(optionsWith(table, spec.with), known as never)
        if (value !== undefined) expect(checkOption(table, option, value), `${option} ${String(value)}`).toBeUndefined()
      }
    }
  })
})

/** In `tune` every option takes several values, as texts. */
function takes(spec: OptionSpec, value: string): boolean {
  switch (spec.kind) {
    case 'choice':
      return spec.of.includes(value)
    case 'number-or-word':
      return spec.words.includes(value)
    default:
      return spec.kind === 'texts'
  }
}

/** Options that meet the condition, with their fixed defaults; whoever asks for one that the table does not have is wrong. */
function optionsWith(table: OptionTable, condition: Condition = {}): OtherOptions {
  const needless = Object.fromEntries(Object.entries(table).filter(([, spec]) => spec.kind === 'flag' || !spec.required))
  const met = Object.entries(condition).flatMap(([option, wanted]) =>
    wanted === true ? [] : [[option, typeof wanted === 'string' ? wanted : wanted[0]]],
  )
  const values: Record<string, unknown> = { ...numbersOf(table), ...resolveOptions(needless, Object.fromEntries(met)) }
  return new Proxy(values, {
    get(target, option) {
      expect(Object.hasOwn(table, option), `a rule looks at ${String(option)}`).toBe(true)
      return target[String(option)]
    },
  })
}

/** Something for the inputs of bounds, which have to be given. */
function numbersOf(table: OptionTable): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).flatMap(([option, { kind }]) => (kind === 'number' ? [[option, 0.5]] : [])))
}
