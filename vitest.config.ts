import { defineConfig } from 'vitest/config'

/** Tests of core change nothing outside themselves, so its files share a process: the modules are read once, not once per file. */
const sharing = 'packages/core/src/**/*.test.ts'
const alone = ['packages/!(core)/src/**/*.test.ts', 'tests/**/*.test.ts', 'golden/**/*.test.ts', 'examples/**/*.test.ts']

export default defineConfig({
  test: {
    reporters: ['./scripts/closingReporter.mjs'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: '100%', // vitest leaves one processor free by default, which halves the speed on two
    projects: [
      { extends: true, test: { name: 'core', include: [sharing], isolate: false } },
      { extends: true, test: { name: 'rest', include: alone } },
    ],
  },
})
