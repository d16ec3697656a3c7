import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settled } from './commit.ts'
import { diskOperations } from './fileOperations.ts'
import { claimName, journalName, unfinishedName } from './hiddenNames.ts'
import { type Changes, claimFrom, claimText, journalFrom, journalText } from './journal.ts'
import { ownOwner } from './owner.ts'

const dead = { ...ownOwner(), pid: 2 ** 31 - 2, started: '1' }
const token = '0123456789abcdef'
let folder: string
const at = (name: string) => join(folder, name)
const hidden = (name: string) => unfinishedName(at(name), 'tmp', dead)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rankwright-journal-'))
  for (const name of ['shared', 'mine']) mkdirSync(at(name))
  writeFileSync(at('mine/notes.txt'), 'my own notes')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What a run that is gone, or somebody who wants us to believe in one, left beside `shared/model.json`. */
async function readAfter(changes: Changes, claims = [claimName(at('shared/model.json'))]): Promise<void> {
  const target = at('shared/model.json')
  writeFileSync(claimName(target), claimText({ owner: dead, token, journal: journalName(target) }))
  writeFileSync(journalName(target), journalText({ token, claims, changes }))
  await settled(diskOperations, target)
}

test('what a run that is gone had begun is finished', async () => {
  const [from, backup] = [hidden('shared/model.json'), unfinishedName(at('shared/model.json'), 'old', dead)]
  writeFileSync(at('shared/model.json'), 'old')
  writeFileSync(from, 'new')
  await readAfter({ steps: [{ from, to: at('shared/model.json'), backup }] })
  expect(readFileSync(at('shared/model.json'), 'utf8')).toBe('new')
  expect(readdirSync(at('shared'))).toEqual(['model.json'])
})

test('a journal moves and removes nothing but the outputs that it claims, and their hidden files', () => {
  const aside = unfinishedName(at('shared/model.json'), 'old', dead)
  for (const step of [
    { to: at('mine/notes.txt'), backup: aside },
    { from: hidden('shared/model.json'), to: at('mine/notes.txt') },
    { from: at('mine/notes.txt'), to: at('shared/model.json') },
    { to: at('shared/model.json'), backup: at('mine/notes.txt') },
  ])
    expect(journalFrom(journalText({ token, claims: [claimName(at('shared/model.json'))], changes: { steps: [step] } }))).toBeUndefined()
})

test('what a journal claims without the file of a claim stays as it is', async () => {
  const claims = [claimName(at('shared/model.json')), claimName(at('mine/notes.txt'))]
  await readAfter({ steps: [{ to: at('mine/notes.txt'), backup: unfinishedName(at('shared/model.json'), 'old', dead) }] }, claims)
  expect(readFileSync(at('mine/notes.txt'), 'utf8')).toBe('my own notes')
})

test('a journal of a folder does not follow links out of it', async () => {
  symlinkSync(at('mine'), at('shared/Fold1'))
  const claims = [claimName(at('shared/model.json')), claimName(at('shared/shared'))]
  writeFileSync(claims[1], claimText({ owner: dead, token, journal: journalName(at('shared/model.json')) }))
  await readAfter({ steps: [{ to: at('shared/Fold1/notes.txt'), backup: unfinishedName(at('shared/shared'), 'old', dead) }] }, claims)
  expect(existsSync(at('mine/notes.txt'))).toBe(true)
})

test('claims and journals with a flipped bit, of another version or of another shape are not believed', () => {
  const claim = { owner: dead, token, journal: '/f/.a.rw-journal' }
  const journal = { token, claims: ['/f/.a.rw-commit'], changes: { steps: [{ from: unfinishedName('/f/a', 'tmp', dead), to: '/f/a' }] } }
  expect(claimFrom(claimText(claim))).toEqual(claim)
  expect(journalFrom(journalText(journal))).toEqual(journal)
  for (const [text, read] of [
    [claimText(claim), claimFrom],
    [journalText(journal), journalFrom],
  ] as const) {
    const bytes = Buffer.from(text)
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      bytes[bit >> 3] ^= 1 << (bit & 7)
      expect(read(bytes.toString('utf8'))).toBeUndefined()
      bytes[bit >> 3] ^= 1 << (bit & 7)
    }
    for (const [from, to] of [
      ['"version":1', '"version":2'],
      ['/f/', '/f/../'],
      ['/f/', 'f/'],
      [token, 'x'],
    ])
      expect(read(sealedAnew(text.split('\n')[1].replaceAll(from, to)))).toBeUndefined()
    for (const other of ['null', '[]', '{}', '7', '']) expect(read(sealedAnew(other))).toBeUndefined()
  }
})

function sealedAnew(line: string): string {
  return `sha256:${createHash('sha256').update(line).digest('hex')}\n${line}\n`
}
