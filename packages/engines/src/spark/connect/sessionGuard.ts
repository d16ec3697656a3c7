/**
 * A program that waits beside the process of a session, and clears up on the server if that ends without doing so, however it ends. It reads what `guardSession`
 * writes: a line about the session, then nothing until the end.
 */
import { sessionOf } from './guardSession.ts'
import { SparkSession } from './sparkSession.ts'

/** Milliseconds for a server that does not answer. */
const MOST = 60_000

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}) // they are for the process beside
let text = ''
for await (const chunk of process.stdin) text += chunk
const guarded = sessionOf(text)
if (guarded !== undefined) {
  setTimeout(() => process.exit(1), MOST).unref()
  await SparkSession.clear(guarded.url, guarded.sessionId)
}
process.exit(0)
