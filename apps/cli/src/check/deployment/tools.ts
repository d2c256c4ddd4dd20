import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { aptInstall, canInstall } from '../../debian/apt-get.ts'

/** Rules of the alerts, and their tests; from the root of the repository. */
export const ALERTS = 'deploy/prometheus/alerts.yml'
export const ALERT_TESTS = 'deploy/prometheus/alerts.test.yml'

/** A program of Debian that checks files of `deploy/`, where it is installed. */
export interface CheckTool {
  readonly command: string
  readonly args: readonly string[]
  readonly debianPackage: string
}

/** The tools, each with what it checks. */
export const TOOLS: readonly CheckTool[] = [
  { command: '/usr/bin/promtool', args: ['check', 'rules', ALERTS], debianPackage: 'prometheus' },
  { command: '/usr/bin/promtool', args: ['test', 'rules', ALERT_TESTS], debianPackage: 'prometheus' },
  { command: '/usr/bin/yamllint', args: ['-c', 'deploy/yamllint.yml', 'deploy'], debianPackage: 'yamllint' },
]

/** Returns the Debian packages of tools that are not there, each once. */
export function packagesOfMissing(
  tools: readonly CheckTool[],
  isThere: (path: string) => boolean = existsSync,
): readonly string[] {
  return [...new Set(tools.filter(({ command }) => !isThere(command)).map(({ debianPackage }) => debianPackage))]
}

/** Returns a sentence for each check that is not run because its program is missing, with how to install that. */
export function uncheckedByTools(isThere: (path: string) => boolean = existsSync): readonly string[] {
  return TOOLS.filter(({ command }) => !isThere(command)).map(
    ({ command, args, debianPackage }) =>
      `not run, for lack of ${command}: ${basename(command)} ${args.join(' ')} (Debian: sudo apt-get install ${debianPackage})`,
  )
}

/**
 * Installs missing tools as root on Debian; elsewhere the checks do without them.
 * @throws Problem when apt-get fails.
 */
export async function installCheckTools(
  environment: Readonly<Record<string, string>>,
  say: (line: string) => void,
): Promise<void> {
  const missing = packagesOfMissing(TOOLS)
  if (missing.length === 0 || !canInstall()) return
  say(`Installing ${missing.join(' and ')} with apt-get ...`)
  await aptInstall(missing, environment, 'the files of deploy/ are checked without them.')
}
