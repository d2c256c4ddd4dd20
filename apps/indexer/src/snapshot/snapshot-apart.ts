import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface SnapshotJob {
  readonly databaseUrl: string
  readonly directory: string
}

export interface WrittenSnapshot {
  /** Null of an empty index. */
  readonly version: string | null
  readonly rows: number
}

export type SnapshotAnswer = WrittenSnapshot | { readonly fault: string }

const PROGRAM = fileURLToPath(new URL('./snapshot-program.ts', import.meta.url))

/**
 * Writes a snapshot in a process of its own: turning every public row into text is minutes of work for one core, which
 * the indexer needs for the chain.
 * @throws Error when it could not be written, or the signal ended it.
 */
export async function snapshotApart(job: SnapshotJob, signal: AbortSignal): Promise<WrittenSnapshot> {
  const program = fork(PROGRAM, [], { execArgv: [], stdio: 'ignore', signal, killSignal: 'SIGKILL' })
  const ended = once(program, 'exit').then((): SnapshotAnswer => ({ fault: 'the program that wrote it ended' }))
  ended.catch(() => undefined)
  const answered = once(program, 'message').then(([answer]) => answer as SnapshotAnswer)
  answered.catch(() => undefined)
  try {
    program.send(job)
    const answer = await Promise.race([answered, ended])
    if ('fault' in answer) throw new Error(answer.fault)
    return answer
  } finally {
    program.kill('SIGKILL')
  }
}
