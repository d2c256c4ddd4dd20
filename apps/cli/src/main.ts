import { CommanderError } from 'commander'
import { createProgram } from './create-program.ts'
import { printableLines } from './printable.ts'
import { Problem } from './problem.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else {
    process.stderr.write(`${printableLines(describe(error))}\n`)
    process.exitCode = 1
  }
}

/** A problem is one sentence; anything else is our own mistake and keeps its stack. */
function describe(error: unknown): string {
  if (error instanceof Problem) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
