/** Files that the shell opens for a command: redirections, pipes without a name, a second name for standard input. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commandsIn, main, shellIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run } = commandsIn('open-files')
const data = letorSample(1, 8, 4)
const content = (name: string) => readFileSync(join(folder, name), 'utf8')
const lines = (name: string) => content(name).split('\n').length - 1

const shell = shellIn(folder)

beforeAll(async () => {
  writeFileSync(join(folder, 'x.txt'), data)
  writeFileSync(join(folder, 'y.txt'), data)
  expect(await run('train x.txt --method least-squares --out m.json')).toMatchObject({ status: 0 })
})

describe.skipIf(process.platform === 'win32' || !existsSync('/dev/fd'))('on systems with /dev/fd', () => {
  test('a pipe that the shell made is written', () => {
    const outcome = shell('rw score m.json x.txt --out >(cat > made.txt); status=$?; wait $!; exit $status')
    expect(outcome).toMatchObject({ status: 0, stderr: '' })
    expect(lines('made.txt')).toBe(32)
  })

  test('standard error is written, whether it is a pipe or a file, and not replaced', () => {
    expect(shell('rw score m.json x.txt --out /dev/stderr 2>&1 >/dev/null | cat > piped.txt').status).toBe(0)
    expect(lines('piped.txt')).toBe(32)
    expect(shell('echo before > log.txt; rw score m.json x.txt --out /dev/stderr 2>> log.txt').status).toBe(0)
    expect(content('log.txt')).toMatch(/^before\n/)
    expect(lines('log.txt')).toBe(33)
  })

  test('another open file is written from where it stands', () => {
    expect(
      shell('exec 5> five.txt; echo before >&5; rw score m.json x.txt --out /dev/fd/5; code=$?; echo after >&5; exit $code').status,
    ).toBe(0)
    expect(content('five.txt')).toMatch(/^before\n[\s\S]*\nafter\n$/)
    expect(lines('five.txt')).toBe(34)
    expect(shell('rw score m.json x.txt --out /dev/fd/77')).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing is open') })
  })

  test('two named pipes are written without a warning', () => {
    const script =
      'mkfifo p q; cat p > p.txt & cat q > q.txt & rw train x.txt --method elmrank --nodes 3 --out p --statistics q; code=$?; wait; exit $code'
    expect(shell(script)).toMatchObject({ status: 0, stderr: expect.not.stringMatching(/warning/i) })
    expect(content('p.txt')).toContain('rankwright-model')
    expect(content('q.txt')).toContain('rankwright-statistics')
  })

  test('a reader that is slow or leaves early is no problem', () => {
    writeFileSync(join(folder, 'large.txt'), letorSample(3, 4000, 10))
    expect(shell('rw convert large.txt >(sleep 1; cat > slow.txt) --to csv; status=$?; wait $!; exit $status').status).toBe(0)
    expect(lines('slow.txt')).toBe(40_001)
    expect(shell('rw convert large.txt >(head -1 > head.txt) --to csv')).toMatchObject({ status: 0, stderr: '' })
  })

  test.each([
    'rw score m.json y.txt >> y.txt',
    'rw rank m.json y.txt >> y.txt',
    'rw inspect y.txt >> y.txt',
    'rw evaluate m.json y.txt >> y.txt',
    'rw show y.txt >> y.txt',
    'rw stream y.txt --target utility >> y.txt',
    'rw stream - --format letor --target utility < y.txt >> y.txt',
    'rw score m.json y.txt --out s.txt 2>> y.txt',
    'rw convert x.txt y.txt >> y.txt',
    'rw convert - c.csv --format letor < y.txt >> y.txt',
  ])('%s does not feed on itself', (script) => {
    writeFileSync(join(folder, 'y.txt'), data)
    const outcome = shell(script)
    expect(outcome.status).toBe(2)
    if (!script.includes('2>>')) expect(outcome.stderr).toContain('the shell sends standard output to the same file')
    if (!script.includes('2>>')) expect(content('y.txt')).toBe(data)
    else expect(content('y.txt').startsWith(data)).toBe(true)
  })

  test.each(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'])('standard input is not read twice, also as %s', (name) => {
    const outcome = shell(`rw train ${name} --method least-squares --valid - --format letor --out n.json < x.txt`)
    expect(outcome).toMatchObject({ status: 2, stderr: expect.stringContaining('can be read only once') })
  })

  test.each(['/dev/stdin', '/dev/fd/0'])('%s is read as standard input, from a file, a pipe or a socket', async (name) => {
    expect(shell(`cat x.txt | rw score m.json ${name} --format letor`).stdout.split('\n')).toHaveLength(33)
    expect(shell(`rw score m.json ${name} --format letor < x.txt`).stdout.split('\n')).toHaveLength(33)
    const { status, stdout } = spawnSync(process.execPath, [main, 'score', join(folder, 'm.json'), name, '--format', 'letor'], {
      input: data,
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(stdout.split('\n')).toHaveLength(33)
  })
})
