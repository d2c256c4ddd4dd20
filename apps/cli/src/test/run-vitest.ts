import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../repository.ts'
import type { Stage } from './stages.ts'
import type { Tally } from './tally.ts'
import type { FileReport, TestReport } from './test-report.ts'

/** A part of the tests: a project of `vitest.config.ts`. */
export type TestPart = 'unit' | 'store' | 'e2e'

export interface VitestRun {
  readonly parts: readonly TestPart[]
  /** Only files whose path contains one of these. */
  readonly patterns: readonly string[]
  /** Only files that what changed since this commit can affect; `true` since the last one. Uncommitted files count. */
  readonly changed?: string | true
  readonly env: Readonly<Record<string, string>>
}

const TITLES: Readonly<Record<TestPart, string>> = { unit: 'unit', store: 'PostgreSQL', e2e: 'browser' }

export interface VitestOutcome {
  /** One for each part. */
  readonly stages: readonly Stage[]
  readonly files: readonly FileReport[]
}

/** Runs Vitest with its own output, and counts what it reports. */
export async function runVitest({ parts, patterns, changed, env }: VitestRun): Promise<VitestOutcome> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-report-'))
  const file = join(folder.path, 'report.json')
  const projects = parts.map((part) => `--project=${part}`)
  const related = changed === undefined ? [] : changed === true ? ['--changed'] : [`--changed=${changed}`]
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...projects, ...related]
  const child = spawn(process.execPath, [...args, ...patterns], {
    cwd: ROOT,
    env: { ...env, OPAL_TEST_REPORT: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'close')) as [number | null]
  const report: TestReport | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  return { stages: stagesOf(parts, report, code), files: report?.files ?? [] }
}

/**
 * Returns the result of each part. Errors outside of any test count for the first part; so does a broken run,
 * which is a failure even when every test passed.
 */
export function stagesOf(
  parts: readonly TestPart[],
  report: TestReport | null,
  exitCode: number | null,
): readonly Stage[] {
  const stages = parts.map((part) => stageOf(part, report))
  const [first, ...others] = stages
  if (first === undefined) return []
  const apart = report?.errors.length ?? 0
  const isSilent = apart === 0 && exitCode !== 0 && stages.every(({ tally }) => tally.failed === 0)
  const failed = first.tally.failed + apart + (isSilent ? 1 : 0)
  return [{ ...first, tally: { ...first.tally, failed } }, ...others]
}

function stageOf(part: TestPart, report: TestReport | null): Stage {
  const files = report?.files.filter((file) => file.part === part) ?? []
  const sum = (what: keyof Tally) => files.reduce((total, file) => total + file[what], 0)
  return {
    title: TITLES[part],
    seconds: report?.secondsOfParts[part] ?? 0,
    tally: { passed: sum('passed'), failed: sum('failed') },
  }
}
