import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { asProblem } from './problem.ts'
import { ROOT } from './repository.ts'

/**
 * Writes what a command found into the file that `option` names, and makes its folder: the work was too long to be lost for a missing one.
 * @throws Problem when it cannot be written.
 */
export function writeResult(option: string, file: string, text: string): void {
  const path = resolve(ROOT, file)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } catch (error) {
    throw asProblem(error, file, option)
  }
}
