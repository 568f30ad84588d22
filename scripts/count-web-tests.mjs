// Prints "PASSED FAILED SKIPPED" of a report in JSON by Vitest or Playwright.
import { readFileSync } from 'node:fs';

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
if (report.stats) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  console.log(expected, unexpected + flaky + report.errors.length, skipped);
} else {
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = report;
  console.log(numPassedTests, Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0), numPendingTests);
}
