import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { FileReport, TestReport } from './test-report.ts'

/** Writes what a run of vitest came to into a file, for the command that started it. */
export default class ReportWriter implements Reporter {
  readonly #file: string
  /** Start of a part's first file and end of its last, in milliseconds. */
  readonly #spans = new Map<string, { readonly began: number; ended: number }>()

  constructor({ file }: { readonly file: string }) {
    this.#file = file
  }

  onTestModuleQueued({ project }: TestModule): void {
    const now = performance.now()
    if (!this.#spans.has(project.name)) this.#spans.set(project.name, { began: now, ended: now })
  }

  onTestModuleEnd({ project }: TestModule): void {
    const span = this.#spans.get(project.name)
    if (span !== undefined) span.ended = performance.now()
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message?: string }[]): void {
    const seconds = [...this.#spans].map(([part, { began, ended }]) => [part, (ended - began) / 1000] as const)
    const report: TestReport = {
      files: modules.map(fileReport),
      secondsOfParts: Object.fromEntries(seconds),
      errors: errors.map(firstLine),
    }
    writeFileSync(this.#file, JSON.stringify(report))
  }
}

function fileReport(module: TestModule): FileReport {
  const tests = [...module.children.allTests()]
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic()
  const importMs = environmentSetupDuration + prepareDuration + setupDuration + collectDuration
  // Failures outside of any test: an import, or a hook of the file.
  const own = module.errors().map((error) => ({ name: 'the file', reason: firstLine(error) }))
  const failures = tests.flatMap((test) => {
    const { state, errors } = test.result()
    return state === 'failed' ? [{ name: test.fullName, reason: firstLine(errors[0]) }] : []
  })
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  return {
    path: module.relativeModuleId,
    part: module.project.name,
    seconds: (importMs + duration) / 1000,
    importSeconds: importMs / 1000,
    passed: count('passed'),
    // A file that failed without a failed test counts as one failure.
    failed: failures.length > 0 ? failures.length : own.length > 0 || module.state() === 'failed' ? 1 : 0,
    skipped: count('skipped'),
    failures: [...own, ...failures],
  }
}

function firstLine(error: { readonly message?: string } | undefined): string {
  return error?.message?.split('\n')[0] ?? 'no reason was given'
}
