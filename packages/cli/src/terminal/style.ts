import { styleText } from 'node:util'

/** How text may look where it goes: how wide, and with what emphasis. Without colour the painters change nothing. */
export interface Style {
  readonly columns: number
  bold(text: string): string
  dim(text: string): string
  good(text: string): string
  bad(text: string): string
  caution(text: string): string
}

export interface StreamLook {
  readonly columns: number
  readonly color: boolean
  /** A person is watching: what was drawn can be drawn anew. */
  readonly terminal: boolean
}

/** Colour goes to terminals, unless NO_COLOR is set or the terminal is dumb; FORCE_COLOR asks for it anywhere. https://no-color.org */
export function lookOf(stream: { readonly isTTY?: boolean; readonly columns?: number }, environment: NodeJS.ProcessEnv): StreamLook {
  const forced = environment['FORCE_COLOR'] !== undefined && environment['FORCE_COLOR'] !== '0'
  const refused = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb'
  const columns = stream.columns ?? Number(environment['COLUMNS'])
  return {
    columns: columns >= 40 ? Math.min(columns, 160) : 100,
    color: !refused && (forced || stream.isTTY === true),
    terminal: stream.isTTY === true && environment['TERM'] !== 'dumb',
  }
}

export function styleOf({ columns, color }: Pick<StreamLook, 'columns' | 'color'>): Style {
  const painter = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    color ? styleText(format, text, { validateStream: false }) : text
  return { columns, bold: painter('bold'), dim: painter('dim'), good: painter('green'), bad: painter('red'), caution: painter('yellow') }
}
