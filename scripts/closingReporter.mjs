// A vitest reporter whose last words are one line `N passed, N failed, N skipped`, after the reasons for the skips.
export default class ClosingReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    const reasons = new Map()
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed++
      for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counts.failed++
      for (const test of module.children.allTests()) {
        const { state, note } = test.result()
        counts[state === 'pending' ? 'skipped' : state]++
        if (state !== 'skipped') continue
        const reason = note ?? reasonInName(test) ?? 'no reason given'
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      }
    }
    for (const [reason, count] of reasons) console.log(`skipped ${count}: ${reason}`)
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }
}

/** A suite that is skipped as a whole says why in its name: `… (skipped: no Chromium here)`. */
function reasonInName(test) {
  return /\(skipped: (.*?)\)/.exec(test.fullName)?.[1]
}
