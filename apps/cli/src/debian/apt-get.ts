import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { Problem } from '../problem.ts'

/** Limit of apt-get's output. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Prevents packages from starting services: clusters and tests start their own. */
const NO_SERVICES = {
  '/usr/sbin/policy-rc.d': { text: '#!/bin/sh\nexit 101\n', mode: 0o755 },
  '/etc/systemd/system-preset/00-opal-none.preset': { text: 'disable *\n', mode: 0o644 },
} as const

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
 * Installs packages with apt-get, without what they recommend, and starts none of their services.
 * @param remedy ends the sentence that says what failed
 * @throws Problem
 */
export async function aptInstall(
  packages: readonly string[],
  environment: Readonly<Record<string, string>>,
  remedy: string,
): Promise<void> {
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' }
  await withoutServices(async () => {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
      try {
        await promisify(execFile)('apt-get', args, { env, maxBuffer: MAX_OUTPUT_BYTES })
      } catch (error) {
        const words = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(error)
        throw new Problem(`apt-get ${args.join(' ')} failed (${words}): ${remedy}`)
      }
    }
  })
}

async function withoutServices(work: () => Promise<void>): Promise<void> {
  const written = Object.entries(NO_SERVICES).filter(([path]) => !existsSync(path))
  for (const [path, { text, mode }] of written) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { mode })
  }
  try {
    await work()
  } finally {
    for (const [path] of written) rmSync(path, { force: true })
  }
}
