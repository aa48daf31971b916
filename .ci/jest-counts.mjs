// Prints `passed failed` of a jest report. A suite that could not run, a run without a test, a missing report and an
// exit code that no test explains are failures too. Names what failed on standard error.
import { readFileSync } from 'node:fs';

const [, , file, exitCode] = process.argv;

function counts() {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [0, 1];
  }
  for (const suite of report.testResults.filter(({ status }) => status === 'failed')) {
    const names = suite.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    console.error(`FAILED ${suite.name}: ${names.join('; ') || 'could not run'}`);
  }
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const unexplained = failed === 0 && (exitCode !== '0' || report.numPassedTests === 0) ? 1 : 0;
  return [report.numPassedTests, failed + unexplained];
}

console.log(counts().join(' '));
