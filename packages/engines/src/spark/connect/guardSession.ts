import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const CLOSED = 'closed\n'

/** Which session, and where. */
interface Guarded {
  readonly url: string
  readonly sessionId: string
}

/**
 * Starts a process that clears up after a session should this one be cancelled, killed or crash: it sees its input end. What it gives back is called when the
 * session was closed, and there is nothing to clear up.
 */
export function guardSession(guarded: Guarded): () => void {
  // By the name of the package: this file may itself be part of a bundle.
  const program = join(createRequire(import.meta.url).resolve('@rankwright/engines'), '..', 'spark', 'connect', 'sessionGuard.js')
  const guard = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.on('error', () => {}) // the server ends sessions that are not used by itself
  guard.stdin.on('error', () => {})
  guard.stdin.write(`${JSON.stringify(guarded)}\n`)
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  return () => void guard.stdin.end(CLOSED)
}

/** The session to clear up after, by what was written. */
export function sessionOf(text: string): Guarded | undefined {
  return text === '' || text.endsWith(CLOSED) ? undefined : JSON.parse(text)
}
