import { flagName, type OptionSpec, type OptionTable } from '@rankwright/core/options'
import { nearestName } from '@rankwright/core/problems'
import { optionsBeside } from '../arguments.ts'
import { type Command, type CommandTable, command } from '../command.ts'
import { spellingWith } from '../flagSpelling.ts'
import { UsageError } from '../usageError.ts'

/** A command with everything that can be completed after it. */
interface Completable {
  readonly name: string
  readonly summary: string
  readonly options: OptionTable
  /** The second words of a family of commands; empty for a command of one word. */
  readonly members: readonly string[]
}

const scripts: Readonly<Record<string, (commands: readonly Completable[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

export const completion = command({
  summary: 'Print a script that completes commands and options in your shell.',
  inputs: { shell: 'bash, zsh or fish.' },
  options: {},
  example: 'source <(rankwright completion bash)\nrankwright completion fish > ~/.config/fish/completions/rankwright.fish',
  async run({ shell }, { commands }) {
    if (!Object.hasOwn(scripts, shell)) {
      const nearest = nearestName(shell, Object.keys(scripts))
      throw new UsageError(
        `There is no completion for "${shell}"; give bash, zsh or fish.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
      )
    }
    const script = scripts[shell](await completables(commands))
    return { document: { shell, script }, text: () => script }
  },
})

/** Commands by their first word; those of a family share their options. */
async function completables(commands: CommandTable): Promise<Completable[]> {
  const byName = new Map<string, Completable>()
  for (const [words, { summary, load }] of Object.entries(commands)) {
    const [name, member] = words.split(' ')
    const known = byName.get(name)
    byName.set(name, {
      name,
      summary: known?.summary ?? summary,
      options: { ...known?.options, ...spelledDocs(words, everyOption(await load())) },
      members: [...(known?.members ?? []), ...(member === undefined ? [] : [member])],
    })
  }
  return [...byName.values()]
}

/** The sentences on the options as the command says them. */
function spelledDocs(name: string, table: OptionTable): OptionTable {
  const { text } = spellingWith(name, table)
  return Object.fromEntries(Object.entries(table).map(([option, spec]) => [option, { ...spec, doc: text(spec.doc) }]))
}

/** The options of a command, those of all its variants among them. */
function everyOption(command: Command): OptionTable {
  return { ...Object.assign({}, ...Object.values(command.variants?.tables ?? {})), ...command.options, ...optionsBeside(command) }
}

function wordsAfter(spec: OptionSpec): readonly string[] {
  if (spec.kind === 'choice') return spec.of
  return spec.kind === 'number-or-word' ? spec.words : []
}

function bashScript(commands: readonly Completable[]): string {
  const flagCases = commands.map(
    ({ name, options }) =>
      `    ${name}) flags="${Object.keys(options)
        .map((option) => `--${flagName(option)}`)
        .join(' ')}" ;;`,
  )
  return `# Completion of rankwright for bash. Load it with: source <(rankwright completion bash)
_rankwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" flags=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$current"))
    return
  fi
  case "$command $previous" in
${bashChoices(commands)}
  esac
  case "$command" in
${flagCases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _rankwright rankwright
`
}

function bashChoices(commands: readonly Completable[]): string {
  const choice = (before: string, words: readonly string[]) =>
    `    "${before}") COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current")); return ;;`
  return commands
    .flatMap(({ name, options, members }) => [
      ...(members.length > 0 ? [choice(`${name} ${name}`, members)] : []),
      ...Object.entries(options)
        .filter(([, spec]) => wordsAfter(spec).length > 0)
        .map(([option, spec]) => choice(`${name} --${flagName(option)}`, wordsAfter(spec))),
    ])
    .join('\n')
}

function zshScript(commands: readonly Completable[]): string {
  const cases = commands.map(({ name, options, members }) => {
    const specs = Object.entries(options).map(([option, spec]) => `        '${zshOption(option, spec)}'`)
    if (members.length > 0) specs.unshift(`        '1:what:(${members.join(' ')})'`)
    return `      ${name})\n        _arguments \\\n${[...specs, "        '*:file:_files'"].join(' \\\n')} ;;`
  })
  return `#compdef rankwright
# Completion of rankwright for zsh. Load it with: source <(rankwright completion zsh)
_rankwright() {
  local curcontext="$curcontext" state line
  local -a commands=(
${commands.map(({ name, summary }) => `    '${name}:${zshText(summary)}'`).join('\n')}
  )
  _arguments -C '1:command:->command' '*::argument:->argument'
  case "$state" in
    command) _describe command commands ;;
    argument) case "\${words[1]}" in
${cases.join('\n')}
    esac ;;
  esac
}
compdef _rankwright rankwright
`
}

function zshOption(option: string, spec: OptionSpec): string {
  const head = `--${flagName(option)}[${zshText(spec.doc).replaceAll(/[[\]]/g, '')}]`
  if (spec.kind === 'flag') return head
  const words = wordsAfter(spec)
  return `${head}:${option}:${words.length > 0 ? `(${words.join(' ')})` : spec.kind === 'text' ? '_files' : ''}`
}

function zshText(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(':', '\\:')
}

function fishScript(commands: readonly Completable[]): string {
  const lines = commands.flatMap(({ name, summary, options, members }) => [
    `complete -c rankwright -f -n __fish_use_subcommand -a ${name} -d ${fishText(summary)}`,
    ...(members.length > 0
      ? [`complete -c rankwright -n ${fishText(`__fish_prev_arg_in ${name}`)} -f -a ${fishText(members.join(' '))}`]
      : []),
    ...Object.entries(options).map(([option, spec]) => {
      const words = wordsAfter(spec)
      const value = spec.kind === 'flag' ? '' : words.length > 0 ? ` -x -a ${fishText(words.join(' '))}` : ' -r'
      return `complete -c rankwright -n ${fishText(`__fish_seen_subcommand_from ${name}`)} -l ${flagName(option)}${value} -d ${fishText(spec.doc)}`
    }),
  ])
  return `# Completion of rankwright for fish. Keep it as ~/.config/fish/completions/rankwright.fish\n${lines.join('\n')}\n`
}

function fishText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
