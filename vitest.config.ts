import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These tests change nothing outside themselves, so their files share a process: the modules are read once, not once per file. */
const sharing = ['packages/{cli,compute,core,export,parquet,report}/src/**/*.test.ts', 'golden/**/*.test.ts']
const alone = ['packages/!(cli|compute|core|export|parquet|report)/src/**/*.test.ts', 'tests/**/*.test.ts', 'examples/**/*.test.ts']

/** Files that take a minute or more: they begin first, so that none is left over at the end while the other processors rest. */
const long = [
  'tests/spark.test.ts',
  'tests/docs.test.ts',
  'tests/torture.test.ts',
  'tests/refusals.test.ts',
  'work/heldLists.test.ts',
  'work/largeLists.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((end) => moduleId.endsWith(end))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['./scripts/closingReporter.mjs'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    server: { deps: { external: [/[/\\]packages[/\\]\w+[/\\]dist[/\\]/] } }, // what is built is loaded as it is, which takes half the time
    pool: 'forks',
    maxWorkers: '100%', // vitest leaves one processor free by default, which halves the speed on two
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, isolate: false } },
      { extends: true, test: { name: 'rest', include: alone } },
    ],
  },
})
