import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts', 'golden/**/*.test.ts', 'examples/**/*.test.ts'],
    reporters: ['./scripts/closingReporter.mjs'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: '100%', // vitest leaves one processor free by default, which halves the speed on two
  },
})
