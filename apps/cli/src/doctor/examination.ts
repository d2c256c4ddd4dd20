import pc from 'picocolors'

/** Prints one line a check, and counts what is wrong. */
export class Examination {
  #faults = 0
  readonly #write: (line: string) => void

  constructor(write: (line: string) => void = (line) => void process.stdout.write(line)) {
    this.#write = write
  }

  get faults(): number {
    return this.#faults
  }

  /** @returns what the check came to, for those that build on it; null when it failed. */
  async look<Found>(
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
      this.#write(`${pc.red('✗')} ${title.padEnd(12)} ${error instanceof Error ? error.message : String(error)}\n`)
      return null
    }
  }
}
