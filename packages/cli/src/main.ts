#!/usr/bin/env node
// Nothing is imported before this runs: where too few files may be open, even modules cannot be read.
try {
  const { answer } = await import('./answer.ts')
  process.exitCode = await answer(process.argv.slice(2))
} catch (error) {
  const isLimit = error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
  if (!isLimit) throw error
  process.stderr.write('Too few files may be open at a time to start rankwright. Raise the limit, as with: ulimit -n 1024\n')
  process.exitCode = 1
}
