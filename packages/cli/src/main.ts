#!/usr/bin/env node
// Nothing is imported before this runs: where too few files may be open, even modules cannot be read.
try {
  const { answer } = await import('./answer.ts')
  process.exitCode = await answer(process.argv.slice(2))
} catch (error) {
  const isLimit = error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
  if (isLimit) {
    process.stderr.write('Too few files may be open at a time to start rankwright. Raise the limit, as with: ulimit -n 1024\n')
    process.exitCode = 1
  } else {
    const { failureOf, failureText } = await import('./failure.ts')
    const failure = failureOf(error)
    process.stderr.write(`${failureText(failure, process.env)}\n`)
    process.exitCode = failure.exitCode
  }
}
