// A reporter of Vitest that prints the tests which passed on their second try alone.

import type { Reporter, TestCase } from 'vitest/node'

export default class FlakyTests implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) console.log(`flaky: ${test.fullName}`)
  }
}
