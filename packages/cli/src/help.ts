import { conditionInWords, describeOptions, flagName, type OptionTable, type WhenLeftOut } from '@rankwright/core/options'
import { optionsBeside } from './arguments.ts'
import type { Command, InputSpec, Variants } from './command.ts'
import { spellingWith } from './flagSpelling.ts'
import { paragraph } from './terminal/paragraph.ts'
import type { Style } from './terminal/style.ts'

/** What `rankwright <command> --help` prints. */
export function commandHelp(name: string, command: Command, variant: string | undefined, style: Style): string {
  const { bold } = style
  const usages = (command.usage ?? [Object.entries(command.inputs).map(inputWord).join(' ')]).map((usage) =>
    `rankwright ${name} ${usage}`.trimEnd(),
  )
  const sections = [command.summary, `${bold('Usage')}\n${usages.map((usage) => `  ${usage} [--option value]`).join('\n')}`]
  const inputs = Object.entries(command.inputs)
  if (inputs.length > 0)
    sections.push(
      `${bold('Inputs')}\n${described(
        inputs.map(([input, spec]) => [input.toUpperCase(), docOf(spec)]),
        style,
      )}`,
    )
  sections.push(`${bold('Options')}\n${optionRows({ ...command.options, ...optionsBeside(command) }, style)}`)
  if (command.variants !== undefined) sections.push(...variantSections(name, command.variants, variant, style))
  sections.push(
    `${bold('Example')}\n${command.example
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n')}`,
  )
  return `${sections.join('\n\n')}\n`
}

/** What the variants are, and the options of the chosen one. */
function variantSections(name: string, { option, tables, summaries }: Variants, chosen: string | undefined, style: Style): string[] {
  const { bold, dim } = style
  const flag = `--${flagName(option)}`
  const all = `${bold(`${option[0].toUpperCase()}${option.slice(1)}s`)}\n${described(Object.entries(summaries), style)}`
  if (chosen !== undefined && Object.hasOwn(tables, chosen))
    return [all, `${bold(`Options of ${flag} ${chosen}`)}\n${optionRows(tables[chosen], style)}`]
  return [all, dim(`rankwright ${name} ${flag} NAME --help lists the options of one of them.`)]
}

function inputWord([input, spec]: readonly [string, InputSpec]): string {
  const word = input.toUpperCase()
  if (typeof spec === 'string') return word
  if ('some' in spec) return `${word}…`
  return 'many' in spec ? `[${word}…]` : `[${word}]`
}

function docOf(spec: InputSpec): string {
  return typeof spec === 'string' ? spec : spec.doc
}

function optionRows(table: OptionTable, style: Style, besides: OptionTable = {}): string {
  const { text: inFlags } = spellingWith('', { ...besides, ...table })
  return described(
    describeOptions(table).map((option) => {
      const { flag, value, allowed, with: condition, aliases, doc } = option
      const others = aliases.map((alias) => `--${alias.replaceAll('_', '-')}`).filter((other) => other !== flag)
      const remarks = [
        ...(/^a (whole )?number of|^a (whole )?number (above|below)/.test(allowed) ? [allowed] : []),
        ...(condition === undefined ? [] : [`only with ${conditionInWords(condition)}`]),
        ...(value === '' ? [] : [whenLeftOutText(option.whenLeftOut)]),
        ...(others.length === 0 ? [] : [`also ${others.join(', ')}`]),
      ]
      return [`${flag} ${value}`.trimEnd(), inFlags(remarks.length === 0 ? doc : `${doc} (${remarks.join('; ')})`)]
    }),
    style,
  )
}

function whenLeftOutText(what: WhenLeftOut): string {
  switch (what.kind) {
    case 'value':
      return `default ${what.value}`
    case 'rule':
      return `default: ${what.says}`
    case 'nothing':
      return `left out: ${what.says}`
    case 'error':
      return 'must be given'
  }
}

/** Words on the left, what they mean on the right; a long word gets a line of its own. */
function described(rows: readonly (readonly [string, string])[], { columns }: Style): string {
  const left = Math.min(30, Math.max(...rows.map(([word]) => word.length))) + 4
  return rows
    .map(([word, doc]) => {
      const lines = paragraph(doc, Math.max(30, columns - left)).map((line) => ' '.repeat(left) + line)
      return word.length + 4 > left ? `  ${word}\n${lines.join('\n')}` : `  ${word.padEnd(left - 2)}${lines.join('\n').slice(left)}`
    })
    .join('\n')
}
