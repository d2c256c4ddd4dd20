import { errorCode } from '@opal/domain/errors'

/** A problem that the person at the terminal has to fix. The message is one sentence that names it and the remedy. */
export class Problem extends Error {
  override readonly name = 'Problem'
}

/** Returns a failed file operation under `path` as a sentence; other errors pass through unchanged. */
export function asProblem(error: unknown, path: string): unknown {
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Problem(`The disk that holds ${path} is full: free some space and start again.`, { cause: error })
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    const advice = 'give it to this user, or choose another place with --data-dir.'
    return new Problem(`${path} cannot be written by this user: ${advice}`, { cause: error })
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new Problem(`${path} is not a folder: choose another place with --data-dir.`, { cause: error })
  }
  return error
}
