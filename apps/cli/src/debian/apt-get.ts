import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { Problem } from '../problem.ts'

/** Limit of apt-get's output. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Returns whether this process may install packages: as root, on Debian. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Returns those of these packages that are not installed. */
export function missingPackages(packages: readonly string[]): readonly string[] {
  return packages.filter((name) => {
    try {
      const status = execFileSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { stdio: 'pipe' })
      return status.toString() !== 'installed'
    } catch {
      return true
    }
  })
}

/**
 * Installs packages with apt-get, without what they recommend.
 * @param remedy ends the sentence that says what failed
 * @throws Problem
 */
export async function aptInstall(
  packages: readonly string[],
  environment: Readonly<Record<string, string>>,
  remedy: string,
): Promise<void> {
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    try {
      await promisify(execFile)('apt-get', args, { env, maxBuffer: MAX_OUTPUT_BYTES })
    } catch (error) {
      const words = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(error)
      throw new Problem(`apt-get ${args.join(' ')} failed (${words}): ${remedy}`)
    }
  }
}
