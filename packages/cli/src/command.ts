import type { Progress } from '@rankwright/core'
import type { OptionsOf, OptionTable, Resolved } from '@rankwright/core/options'
import type { DataFilesOptions, FileOperations, OutputFile, OutputFolder, OutputKind, Outputs } from '@rankwright/node'
import type { StreamLook, Style } from './terminal/style.ts'

/** An argument without a flag: a sentence about it, and how many there may be: one, at most one, any number, or at least one (`some`). */
export type InputSpec =
  | string
  | { readonly doc: string; readonly optional: true }
  | { readonly doc: string; readonly many: true }
  | { readonly doc: string; readonly some: true }
export type Inputs = Readonly<Record<string, InputSpec>>

type GivenInput<Spec extends InputSpec> = Spec extends { many: true } | { some: true }
  ? readonly string[]
  : Spec extends { optional: true }
    ? string | undefined
    : string

export type Given<In extends Inputs, Table extends OptionTable> = { readonly [Name in keyof In]: GivenInput<In[Name]> } & {
  readonly options: Resolved<Table>
  /** The same as they were given, without defaults. */
  readonly given: OptionsOf<Table>
  /** Options of the chosen variant (the method of `train`), as given; the command resolves them. */
  readonly variantOptions: Readonly<Record<string, unknown>>
}

/** What a command found out. `--json` prints the document, a terminal gets the text. */
export interface Answer<Document = unknown> {
  readonly document: Document
  readonly text: (style: Style) => string | Iterable<string>
  /** 1 if the input has a problem that the answer reports. */
  readonly exitCode?: 0 | 1
  /** What is left to do when the files are in place. */
  afterwards?(): void
}

/** What a command may ask of the world around it. */
export interface Surroundings {
  /** True when the answer will be printed as JSON. */
  readonly json: boolean
  /** The files that the command said it writes. They appear together when it has ended well. */
  readonly outputs: Outputs
  /** Whether what is there already may be replaced, whatever it holds (`--force`). */
  readonly force: boolean
  /** The disk, unless given: for what must be there before the command has ended. */
  readonly files?: FileOperations | undefined
  /** One step of long work: drawn as a bar on a terminal once it takes over a second. */
  progress(step: Progress): void
  /** A piece of the answer that must not wait for the rest; settles when it is written. Not with `json`. */
  output(text: string): Promise<void>
  /** How the place looks where the answer goes, and whether it is a terminal. */
  readonly look: StreamLook
  /** A remark beside the answer, on stderr. Options that the library names become flags. */
  note(text: string): void
  /** A document of the library with the options that its texts name as flags of the command. */
  spelled<Document>(document: Document): Document
  /** Every command by name, for those that speak about the others. */
  readonly commands: CommandTable
}

interface Definition<In extends Inputs, Table extends OptionTable> {
  readonly summary: string
  readonly inputs: In
  readonly options: Table
  /** Further options that depend on the value of one option. */
  readonly variants?: Variants
  /** Ways to call the command, when the inputs alone do not show them. */
  readonly usage?: readonly string[]
  readonly example: string
  /** The inputs and options that name files to read: no output, and nothing that is printed, may go into one of them. */
  readonly reads?: readonly (keyof In | keyof Table)[]
  /** Files that are read because of what was named: those in a folder. */
  readsToo?(given: Given<In, Table>): readonly string[]
  /** Those of them that take data files, folders and patterns, and the part that is meant by the folder of a fold. */
  readonly data?: Readonly<Record<string, DataFilesOptions['part'] | 'any'>>
  /** The inputs and options that name files to write, and what each file will hold. */
  readonly writes?: Readonly<Record<string, Written<Given<In, Table>>>>
  /** False if the command itself says which files it replaces: it has no `--force`. */
  readonly force?: false
  run(given: Given<In, Table>, around: Surroundings): Promise<Answer>
}

/** What is at a path that is written: one file of a kind, or all that the path stands for. */
export type Written<Words> =
  | OutputKind
  | ((
      path: string,
      given: Words,
      force: boolean,
    ) => readonly (OutputFile | OutputFolder)[] | Promise<readonly (OutputFile | OutputFolder)[]>)

export interface Variants {
  readonly option: string
  readonly tables: Readonly<Record<string, OptionTable>>
  /** One line on each. */
  readonly summaries: Readonly<Record<string, string>>
}

export type Command = Definition<Inputs, OptionTable>

/** A command as the table at the start knows it: enough for the list of commands, the rest is loaded when it is called. */
export interface CommandEntry {
  readonly summary: string
  load(): Promise<Command>
}
export type CommandTable = Readonly<Record<string, CommandEntry>>

/** Checks a command's parts against each other. What comes out fits every other command: it is run with what was read by its own tables. */
export function command<const In extends Inputs, const Table extends OptionTable>(definition: Definition<In, Table>): Command {
  const { writes, reads, readsToo } = definition
  return {
    ...definition,
    reads: (reads ?? []).map(String),
    ...(readsToo && { readsToo: (given: Given<Inputs, OptionTable>) => readsToo(given as Given<In, Table>) }),
    writes: writes as Command['writes'],
    run: (given, around) => definition.run(given as Given<In, Table>, around),
  }
}
