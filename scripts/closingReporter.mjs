// The vitest reporter of `npm test`: one line per test file, then every failure in full, then why tests were skipped, and as the
// last line `N passed, N failed, N skipped`. What a test prints is shown only if the test fails.
import { DefaultReporter } from 'vitest/node'

export default class ClosingReporter extends DefaultReporter {
  constructor(options) {
    super({ silent: 'passed-only', ...options })
  }

  printTestCase(moduleState, test) {
    if (test.result().state === 'failed') super.printTestCase(moduleState, test)
  }

  printTestSuite() {}

  onTestRunEnd(modules, unhandledErrors, reason) {
    super.onTestRunEnd(modules, unhandledErrors, reason)
    const { counts, reasons } = tally(modules, unhandledErrors)
    for (const [why, count] of reasons) console.log(`skipped ${count}: ${why}`)
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }
}

function tally(modules, unhandledErrors) {
  const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
  const reasons = new Map()
  for (const module of modules) {
    if (module.errors().length > 0) counts.failed++
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counts.failed++
    for (const test of module.children.allTests()) {
      const { state, note } = test.result()
      counts[state === 'pending' ? 'skipped' : state]++
      if (state !== 'skipped') continue
      const why = note ?? reasonInName(test) ?? 'no reason given'
      reasons.set(why, (reasons.get(why) ?? 0) + 1)
    }
  }
  return { counts, reasons }
}

/** A suite that is skipped as a whole says why in its name: `… (skipped: no Chromium here)`. */
function reasonInName(test) {
  return /\(skipped: (.*?)\)/.exec(test.fullName)?.[1]
}
