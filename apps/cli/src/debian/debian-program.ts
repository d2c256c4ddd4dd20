import { accessSync, constants } from 'node:fs'
import type { CliConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { allowServices, aptInstall, canInstall } from './apt-get.ts'

/** A program that tests need and that no npm package brings. */
export interface DebianProgram {
  readonly title: string
  /** The variable that names it. */
  readonly variable: 'CHROME_PATH' | 'PGBOUNCER_PATH' | 'REDIS_SERVER_PATH'
  readonly usualPlaces: readonly string[]
  /** Name of the Debian package. */
  readonly debianPackage: string
  /** The tests that need it, in a sentence. */
  readonly neededBy: string
}

/**
 * Returns the path of the program if it is there: where its variable says, or at a usual place; null when there is
 * none.
 * @throws Problem when the variable names no program.
 */
export function locateProgram({ variable, usualPlaces }: DebianProgram, config: CliConfig): string | null {
  const given = config[variable]
  if (!given) return usualPlaces.find(isExecutable) ?? null
  if (isExecutable(given)) return given
  throw new Problem(`${variable} names ${given}, which is no program: correct it, or unset it.`)
}

/**
 * Finds path of the program, installed now when there is none and we are root on Debian.
 * @throws Problem that says how to get one.
 */
export async function findProgram(
  program: DebianProgram,
  config: CliConfig,
  say: (line: string) => void,
): Promise<string> {
  if (canInstall()) allowServices()
  const found = locateProgram(program, config)
  if (found) return found
  if (canInstall()) return await install(program, config, say)
  const { title, variable, debianPackage, neededBy } = program
  throw new Problem(
    `${neededBy} ${title}: install it (Debian: sudo apt-get install ${debianPackage}), or set ${variable} to one.`,
  )
}

async function install(
  program: DebianProgram,
  { environment }: CliConfig,
  say: (line: string) => void,
): Promise<string> {
  const { title, variable, usualPlaces, debianPackage } = program
  say(`Installing ${title} with apt-get ...`)
  await aptInstall([debianPackage], environment, `install ${title} by hand, or set ${variable}.`)
  const found = usualPlaces.find(isExecutable)
  if (!found) throw new Problem(`apt-get installed ${title} in an unusual place: set ${variable} to it.`)
  return found
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
