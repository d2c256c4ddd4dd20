import { errorMessage } from '@opal/domain/errors'
import pc from 'picocolors'

/** Prints a line for each check, and counts the failed ones. */
export class Examination {
  #faults = 0
  readonly #write: (line: string) => void

  constructor(write: (line: string) => void = (line) => void process.stdout.write(line)) {
    this.#write = write
  }

  get faults(): number {
    return this.#faults
  }

  /** Runs a check and prints its line. @returns the result, for checks that depend on it; null when it failed. */
  async check<Found>(
    title: string,
    check: () => Found | Promise<Found>,
    sentence: (found: Found) => string = String,
  ): Promise<Found | null> {
    try {
      const found = await check()
      this.#write(`${pc.green('✓')} ${title.padEnd(12)} ${sentence(found)}\n`)
      return found
    } catch (error) {
      this.#faults += 1
      this.#write(`${pc.red('✗')} ${title.padEnd(12)} ${errorMessage(error)}\n`)
      return null
    }
  }
}
