import { errorCode, MarketError } from '@opal/domain/errors'

/** Reasons why the embedded PostgreSQL cannot start. */
export type PostgresProblem =
  | 'no-binaries'
  | 'port-taken'
  | 'directory-foreign'
  | 'directory-incompatible'
  | 'directory-busy'
  | 'no-permission'
  | 'shared-account'
  | 'disk-full'
  | 'failed'

/** The embedded PostgreSQL cannot start. The message is one sentence for the person at the terminal. */
export class PostgresStartError extends MarketError {
  override readonly code = 'postgres-start-failed'
  readonly problem: PostgresProblem

  constructor(problem: PostgresProblem, message: string, options: { cause?: unknown } = {}) {
    super(message, { ...options, details: { problem } })
    this.problem = problem
  }
}

/** Turns a failed file operation under `path` into a sentence; other errors pass through unchanged. */
export function fileProblem(error: unknown, path: string): unknown {
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new PostgresStartError(
      'disk-full',
      `The disk that holds ${path} is full: free some space and start again.`,
      {
        cause: error,
      },
    )
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new PostgresStartError(
      'no-permission',
      `${path} cannot be written by this user: give it to the user, or choose another place with --data-dir.`,
      { cause: error },
    )
  }
  return error
}

/** Reads the output of initdb or postgres before it ended. */
export function outputProblem(program: string, output: string, dataDir: string): PostgresStartError {
  if (/no space left on device|disk quota exceeded/i.test(output)) {
    return new PostgresStartError(
      'disk-full',
      `The disk that holds ${dataDir} is full: free some space and start again.`,
    )
  }
  if (/permission denied|has wrong ownership/i.test(output)) {
    return new PostgresStartError(
      'no-permission',
      `PostgreSQL may not use ${dataDir}: it belongs to another user. Give it to this user, or choose another place with --data-dir.`,
    )
  }
  if (/could not bind|address already in use/i.test(output)) {
    return new PostgresStartError(
      'port-taken',
      'The PostgreSQL port is taken by another program: choose another with --postgres-port.',
    )
  }
  if (/pre-existing shared memory block/i.test(output)) {
    const sentence = `${dataDir} is still held by processes of a PostgreSQL that was killed: start again in a moment.`
    return new PostgresStartError('directory-busy', sentence)
  }
  const lines = output.trim().split('\n').slice(-5).join(' | ')
  return new PostgresStartError('failed', `${program} failed for ${dataDir}: ${lines || 'no output'}`)
}
