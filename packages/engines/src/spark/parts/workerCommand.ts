/** How an executor runs a worker that was sent as a file of the session. */

/** Longer questions go as a file: a command may have 128 kB. */
const MOST_INLINE = 64 * 1024

export interface SentWorker {
  /** The name of the worker among the files of the session. */
  readonly program: string
  /** The question: `file` is its name there. */
  readonly question: { readonly inline: string } | { readonly file: string }
}

export function fitsInline(question: Uint8Array): boolean {
  return (4 / 3) * question.length < MOST_INLINE
}

/** What a command says on its standard error where there is nothing to run. */
export const NO_NODE = 'rankwright-no-node'
export const NO_WORKER = 'rankwright-no-worker'

/**
 * For `USING` of a script transformation. Files of a session are in the last folder of the path, or, since Spark 4, in one below it. The input is read to its end
 * in any case: a closed pipe would hide the reason.
 */
export function workerCommand({ program, question }: SentWorker, operation: string): string {
  const asked = 'inline' in question ? `--inline ${question.inline}` : `--question "$(dirname "$f")/${question.file}"`
  return [
    'fail() { cat > /dev/null; echo "$1" >&2; exit 1; }',
    `command -v node > /dev/null || fail ${NO_NODE}`,
    'r=$(echo "$PATH" | sed s/.*://)',
    `for f in "$r"/${program} "$r"/*/${program}; do [ -f "$f" ] && exec node "$f" --op ${operation} ${asked}; done`,
    `fail ${NO_WORKER}`,
  ].join('; ')
}
