import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sourceFiles.ts'

const passing = `
import { test } from 'vitest'
test('is slow', async () => { console.log('chatter'); await new Promise((done) => setTimeout(done, 20)) })
test.skip('needs a file (skipped: no such file here)', () => {})
test('says why itself', ({ skip }) => skip('no browser'))
`
const failing = `
import { expect, test } from 'vitest'
test('passes', () => {})
test('counts wrongly', () => { console.log('what it printed'); expect(1 + 1).toBe(3) })
`

test('the output has one line per file, failures in full, the reasons of skips, and the counts in its last line', () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'reporter-'))
  try {
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
    writeFileSync(join(folder, 'passing.test.ts'), passing)
    writeFileSync(join(folder, 'failing.test.ts'), failing)
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const args = [vitest, 'run', '--root', folder, '--reporter', join(root, 'scripts', 'closingReporter.mjs'), '--slowTestThreshold', '1']
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', CI: '1' } })
    const lines = stdout.trimEnd().split('\n')
    expect(lines.filter((line) => line.includes('passing.test.ts'))).toHaveLength(1)
    expect(stdout).not.toContain('is slow')
    expect(stdout).not.toContain('chatter')
    expect(stdout).toContain('what it printed')
    expect(stderr).toContain('counts wrongly')
    expect(stderr).toContain('expected 2 to be 3')
    expect(lines.slice(-3)).toEqual(['skipped 1: no such file here', 'skipped 1: no browser', '2 passed, 1 failed, 2 skipped'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
