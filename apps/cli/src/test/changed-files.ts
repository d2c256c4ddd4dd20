import { execFileSync } from 'node:child_process'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'

/**
 * Returns files that differ from a commit, new ones that git does not know among them.
 * @throws Problem when git knows no such commit.
 */
export function changedFiles(since: string, root = ROOT): readonly string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean)
  try {
    const known = git('diff', '--name-only', since, '--')
    return [...new Set([...known, ...git('ls-files', '--others', '--exclude-standard')])].sort()
  } catch {
    throw new Problem(`git knows no commit "${since}" to compare with.`)
  }
}

/** Returns whether files include Move packages, their test histories or their tools. */
export function touchesContracts(files: readonly string[]): boolean {
  return files.some((path) => path.startsWith('contracts/') && !isDocument(path))
}

/**
 * Returns whether files may be part of a program. Browser tests start the programs, which no import shows, so any such file
 * concerns all of them.
 */
export function touchesPrograms(files: readonly string[]): boolean {
  return files.some((path) => PROGRAM_FILES.test(path) && !isDocument(path) && !isOtherTest(path))
}

const PROGRAM_FILES = /^(?:apps|packages|dev|e2e|scripts)\/|^(?:package-lock|package)\.json$|^vitest\.config\.ts$/

function isDocument(path: string): boolean {
  return path.endsWith('.md')
}

function isOtherTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) && !path.startsWith('e2e/')
}
