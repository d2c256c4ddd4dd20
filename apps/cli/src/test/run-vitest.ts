import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../repository.ts'
import type { Tally } from './tally.ts'

/** A part of the tests: a project of `vitest.config.ts`. */
export type TestPart = 'unit' | 'store' | 'e2e'

export interface VitestRun {
  readonly parts: readonly TestPart[]
  /** Only files whose path contains one of these. */
  readonly patterns: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The fields of Vitest's JSON report that we count. */
interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

/** Runs Vitest with its own output, and counts what its report says. */
export async function runVitest({ parts, patterns, env }: VitestRun): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'opal-report-'))
  const file = join(folder, 'report.json')
  const projects = parts.map((part) => `--project=${part}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...projects, ...reporters]
  const child = spawn(process.execPath, [...args, ...patterns], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  try {
    return count(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file that could not even be loaded has no tests to fail, and so counts as one; so does a run that broke down. */
export function count(report: Report | null, exitCode: number | null): Tally {
  const unloadable =
    report?.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
      .length ?? 0
  const failed = (report?.numFailedTests ?? 0) + unloadable
  return { passed: report?.numPassedTests ?? 0, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}
