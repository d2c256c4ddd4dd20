import type { RunSummary } from './stages.ts'
import type { FileReport } from './test-report.ts'

const SLOWEST = 20

/** Artifacts of a failed browser test: a line of `artifacts/failures.jsonl`. */
export interface FailureArtifact {
  readonly test: string
  /** From the repository's root. */
  readonly folder: string
  readonly reason: string
}

/** Returns the lines before a run's closing line: failures with their artifacts, and durations. */
export function summaryLines(summary: RunSummary, artifacts: readonly FailureArtifact[]): readonly string[] {
  return [
    ...failureLines(summary.files),
    ...artifacts.flatMap(({ test, folder, reason }) => [`Look at ${folder}`, `    ${test}: ${reason}`]),
    ...slowestLines(summary.files),
    ...stageLines(summary),
  ]
}

function failureLines(files: readonly FileReport[]): readonly string[] {
  return files
    .filter(({ failures }) => failures.length > 0)
    .flatMap(({ path, failures }) => [
      `Failed in ${path} (again: npm test -- ${path})`,
      ...failures.map(({ name, reason }) => `    ${name}: ${reason}`),
    ])
}

function slowestLines(files: readonly FileReport[]): readonly string[] {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const lines = slowest.map(({ path, seconds, importSeconds, passed, failed }) => {
    const tests = `${passed + failed} tests`.padStart(10)
    return `  ${formatSeconds(seconds)} s, ${formatSeconds(importSeconds)} s to import ${tests}  ${path}`
  })
  return lines.length === 0 ? [] : [`The slowest of ${files.length} test files:`, ...lines]
}

function stageLines({ stages, seconds }: RunSummary): readonly string[] {
  const lines = stages.map(({ title, seconds: took, tally }) => {
    return `  ${formatSeconds(took)} s  ${title.padEnd(12)} ${tally.passed} passed, ${tally.failed} failed`
  })
  return ['Stages, some of them in parallel:', ...lines, `  ${formatSeconds(seconds)} s  everything`]
}

function formatSeconds(seconds: number): string {
  return seconds.toFixed(1).padStart(6)
}
