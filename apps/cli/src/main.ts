import { CommanderError } from 'commander'
import { createProgram } from './create-program.ts'
import { isOutputGone } from './output-gone.ts'
import { printableLines } from './printable.ts'

// The reader of the output may go away, as `head` does. Commands that run until they are stopped then end in order; others complete their work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (!isOutputGone(error)) throw error
  })

try {
  await createProgram().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else {
    const { explain } = await import('./remedy.ts')
    process.stderr.write(`${printableLines(explain(error))}\n`)
    process.exitCode = 1
  }
}
