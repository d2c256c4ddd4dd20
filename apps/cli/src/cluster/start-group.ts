import { together } from '../start/run-opal.ts'
import type { Program } from '../supervisor/program.ts'
import { type SupervisedProgram, type SuperviseOptions, supervise } from '../supervisor/supervised-program.ts'

/**
 * Starts programs that need each other, concurrently. Where one fails the others are given up: a server of PostgreSQL whose restore fails would
 * otherwise be followed by the next, which restores the same.
 * @param onStarted called with each that is ready; the caller ends it.
 * @throws Problem of the one that failed.
 */
export async function startGroup(
  programs: readonly Program[],
  { signal, ...options }: SuperviseOptions,
  onStarted: (running: SupervisedProgram) => void,
): Promise<void> {
  const group = new AbortController()
  const each = { ...options, signal: AbortSignal.any([signal, group.signal]) }
  const startOne = async (program: Program) => {
    try {
      onStarted(await supervise(program, each))
    } catch (error) {
      group.abort(error)
    }
  }
  await together(programs.map(startOne))
  if (group.signal.aborted) throw group.signal.reason
}
