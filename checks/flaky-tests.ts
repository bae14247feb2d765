// A Vitest reporter that prints the tests that passed only on their second attempt.

import type { Reporter, TestCase } from 'vitest/node'

export default class FlakyTests implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) console.log(`flaky: ${test.fullName}`)
  }
}
