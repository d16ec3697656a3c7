import { randomUUID } from 'node:crypto'

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

/**
 * The painters write marks that no data can know, and `painted` makes them the codes of a terminal. So a name with such a code in it, which
 * came from data, is not taken for ours.
 */
export function styleOf({ columns, color }: Pick<StreamLook, 'columns' | 'color'>): Style {
  const painter = (start: number, end: number) => (text: string) => (color ? `${codeMark}${start}m${text}${codeMark}${end}m` : text)
  return { columns, bold: painter(1, 22), dim: painter(2, 22), good: painter(32, 39), bad: painter(31, 39), caution: painter(33, 39) }
}

const codeMark = `\u001b${randomUUID()}[`
const codes = new RegExp(`${codeMark.replaceAll('[', '\\[')}(\\d+)m`, 'g')

/** The parts of a text: every second one is a code of ours, as a terminal takes it. */
export function painted(text: string): string[] {
  return text.split(codes).map((part, place) => (place % 2 === 1 ? `\u001b[${part}m` : part))
}

/** The text without our codes. */
export function unpainted(text: string): string {
  return text.replace(codes, '')
}
