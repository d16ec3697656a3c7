import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingFrom } from '../scripts/completeLockfile.mjs'
import { root } from './sourceFiles.ts'

const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

test('the lockfile holds the packages of every platform, else `npm ci` refuses it (scripts/completeLockfile.mjs adds them)', () => {
  expect(missingFrom(lockfile)).toEqual([])
})

test('the lockfile leaves the choice of a registry to whoever installs', () => {
  const resolved = Object.values(lockfile.packages as Record<string, { resolved?: string }>).flatMap((entry) => entry.resolved ?? [])
  expect(resolved.filter((address) => !address.startsWith('packages/'))).toEqual([])
})

test('an optional dependency counts as held wherever Node would find it', () => {
  const needing = { optionalDependencies: { 'native-linux-x64': '1.0.0' } }
  expect(missingFrom({ packages: { 'node_modules/a': needing, 'node_modules/a/node_modules/native-linux-x64': {} } })).toEqual([])
  expect(missingFrom({ packages: { 'node_modules/a': needing, 'node_modules/native-linux-x64': {} } })).toEqual([])
  expect(missingFrom({ packages: { 'node_modules/a': needing, 'node_modules/b/node_modules/native-linux-x64': {} } })).toEqual([
    { name: 'native-linux-x64', version: '1.0.0', neededBy: 'node_modules/a' },
  ])
})
