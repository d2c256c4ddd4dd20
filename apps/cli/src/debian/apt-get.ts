import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isSameProcessAlive, processIdentity } from '@opal/store/embedded/process-identity'
import { Problem } from '../problem.ts'
import { replaceFile } from '../replace-file.ts'

/** Limit of apt-get's output. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** A machine that has just started installs updates by itself, and nothing else can at the same time. */
const WAIT = ['-o', 'DPkg::Lock::Timeout=120']

/** Prevents packages from starting services: clusters and tests start their own. */
const NO_SERVICES = {
  'usr/sbin/policy-rc.d': { begin: '#!/bin/sh\n', end: 'exit 101\n', mode: 0o755 },
  'etc/systemd/system-preset/00-opal-none.preset': { begin: '', end: 'disable *\n', mode: 0o644 },
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
  const install = async () => {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
      try {
        await promisify(execFile)('apt-get', [...WAIT, ...args], { env, maxBuffer: MAX_OUTPUT_BYTES })
      } catch (error) {
        const words = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(error)
        throw new Problem(`apt-get ${args.join(' ')} failed (${words}): ${remedy}`)
      }
    }
  }
  await uninterrupted(() => withoutServices(install))
}

/**
 * Lets work come to its end when a person asks to end: what it has put into the system is removed then.
 * @throws Problem afterwards.
 */
export async function uninterrupted(work: () => Promise<void>): Promise<void> {
  let isAsked = false
  const note = () => {
    isAsked = true
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, note)
  try {
    await work()
  } finally {
    for (const signal of signals) process.off(signal, note)
  }
  if (isAsked) throw new Problem('Given up.')
}

/**
 * Works while no package starts a service. Each file that sees to that names this process: one that was killed leaves them, and until they are
 * removed no service of the machine starts after an update.
 * @param root of the system
 */
export async function withoutServices(work: () => Promise<void>, root = '/'): Promise<void> {
  allowServices(root)
  const written = Object.entries(NO_SERVICES)
    .map(([name, file]) => ({ path: join(root, name), ...file }))
    .filter(({ path }) => !existsSync(path))
  const comment = `# Opal installs packages (${processIdentity(process.pid)}), and removes this afterwards.\n`
  try {
    for (const { path, begin, end, mode } of written) {
      mkdirSync(dirname(path), { recursive: true })
      replaceFile(path, `${begin}${comment}${end}`, { mode })
    }
    await work()
  } finally {
    for (const { path } of written) rmSync(path, { force: true })
  }
}

const MARK = /^# Opal installs packages \((\S+)\)/m

/**
 * Lets packages start services again where a process of ours was killed while it installed some. Files of others, and of one that runs, stay.
 * @param root of the system
 */
export function allowServices(root = '/'): void {
  for (const path of Object.keys(NO_SERVICES).map((name) => join(root, name))) {
    const [, installer] = (existsSync(path) && MARK.exec(readFileSync(path, 'utf8'))) || []
    if (installer !== undefined && !isSameProcessAlive(installer)) rmSync(path, { force: true })
  }
}
