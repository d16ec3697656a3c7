import { freemem, totalmem } from 'node:os'

const codes: ReadonlySet<unknown> = new Set(['ERR_WORKER_OUT_OF_MEMORY', 'ERR_WORKER_INIT_FAILED', 'ERR_STRING_TOO_LONG', 'ENOMEM'])

/** What engines say when an array, a text or a WebAssembly memory cannot be had. */
const refusals =
  /allocation failed|could not allocate|invalid (typed )?array( buffer)? length|invalid string length|(map|set) maximum size exceeded/i

/** What is said by libraries in native code. */
const nativeRefusals = /\bout of memory error\b|\bstd::bad_alloc\b|cannot allocate memory/i

/** Whether an error says that memory ran out, whoever says it. */
export function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && codes.has(error.code)) return true
  return nativeRefusals.test(error.message) || (error instanceof RangeError && refusals.test(error.message))
}

/** What there is, and what to do. */
export function outOfMemoryText(error: unknown): string {
  const reason = error instanceof Error ? error.message.split('\n')[0].replace(/\.$/, '') : String(error)
  const there = `this process holds ${gigabytes(process.memoryUsage.rss())}, and of the ${gigabytes(totalmem())} of this machine ${gigabytes(freemem())} are free`
  return `There is not enough memory (${reason}): ${there}. Give fewer rows or features (--features, --ignore) or fewer threads, raise the limit of the process if it has one (ulimit -v), or use a machine with more memory.`
}

/** The same for a process that the JavaScript engine has ended; `limit` is what it could have at most, in bytes. */
export function endedOutOfMemory(limit: number | undefined): string {
  const there =
    limit === undefined
      ? ''
      : `: this process may have ${gigabytes(limit)} of address space (ulimit -v), and needs at least 2 GB for small data`
  return `There is not enough memory, and the JavaScript engine had to end${there}. Raise the limit, or give fewer rows or features (--features, --ignore).`
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
