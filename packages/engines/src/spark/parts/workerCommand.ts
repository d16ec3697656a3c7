/** How an executor runs a worker that was sent as a file of the session. */

/** Longer questions go as a file: a command may have 128 kB. */
const MOST_INLINE = 64 * 1024

export interface SentWorker {
  /** The name of the worker among the files of the session. */
  readonly program: string
  /** The question, where there is one: `file` is its name there. */
  readonly question?: { readonly inline: string } | { readonly file: string }
  /** The name of a file of this session alone, beside which workers leave what helps the next. */
  readonly keeping: string
  /** Where parts lie as files: among the files of the session, or with what workers leave. */
  readonly parts: 'sent' | 'kept'
  /** How many features rows are to have, where that is asked for. */
  readonly width?: number | undefined
  /** The name of a file that workers end at, where it appears beside their program: the session has ended. */
  readonly ended?: string | undefined
  /** The name of a `node` among the files of the session, where executors have none. */
  readonly node?: string | undefined
}

export function fitsInline(question: Uint8Array): boolean {
  return (4 / 3) * question.length < MOST_INLINE
}

/** What a command says on its standard error where there is nothing to run. */
export const NO_NODE = 'rankwright-no-node'
export const NO_WORKER = 'rankwright-no-worker'

/** Files of a session are in the last folder of the path, or, since Spark 4, in one below it. */
const ROOT = 'r=$(echo "$PATH" | sed s/.*://)'

/** For `USING` of a script transformation. The input is read to its end in any case: a closed pipe would hide the reason. */
export function workerCommand({ program, question, keeping, parts, width, ended, node }: SentWorker, operation: string): string {
  const file = question !== undefined && 'file' in question ? question.file : undefined
  const asked =
    file !== undefined ? ` --question "$d"/${file}` : question !== undefined && 'inline' in question ? ` --inline ${question.inline}` : ''
  const kept = `"$d"/${keptFolder(keeping)}`
  // Several sessions may have sent the same files: that of what is kept is of this one alone.
  const needed = [program, ...(file === undefined ? [] : [file]), keeping, ...(node === undefined ? [] : [node])]
  const hasAll = needed.map((file) => `[ -f "$d"/${file} ]`).join(' && ')
  return [
    'fail() { cat > /dev/null; echo "$1" >&2; exit 1; }',
    ...(node === undefined ? [`command -v node > /dev/null || fail ${NO_NODE}`] : []),
    ROOT,
    `for d in "$r" "$r"/*; do ${hasAll} && exec ${node === undefined ? 'node' : `"$d"/${node}`} "$d"/${program} --op ${operation}${asked}${width === undefined ? '' : ` --width ${width}`} --keep ${kept}${ended === undefined ? '' : ` --ended "$d"/${ended}`} --parts ${parts === 'sent' ? '"$d"' : kept}; done`,
    `fail ${NO_WORKER}`,
  ].join('; ')
}

/** Removes what workers have kept on the executor that runs it. */
export function forgettingCommand(keeping: string): string {
  return ['cat > /dev/null', ROOT, `rm -rf "$r"/${keptFolder(keeping)} "$r"/*/${keptFolder(keeping)}`].join('; ')
}

/** Tells the workers of a session on the executor that runs it that the session has ended. */
export function endingCommand(ended: string): string {
  const all = `for d in "$r" "$r"/*; do for f in "$d"/rankwright-*.mjs; do [ -f "$f" ] && : > "$d"/${ended}; done; done`
  return ['cat > /dev/null', ROOT, all, 'true'].join('; ')
}

function keptFolder(keeping: string): string {
  return `${keeping}.d`
}
