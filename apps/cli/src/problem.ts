import { errorCode } from '@opal/domain/errors'

/** A problem that the person at the terminal has to fix. The message is one sentence that names it and the remedy. */
export class Problem extends Error {
  override readonly name = 'Problem'
}

/**
 * Returns a failed file operation under `path` as a sentence; other errors pass through unchanged.
 * @param option chooses another place
 */
export function asProblem(error: unknown, path: string, option = '--data-dir'): unknown {
  const sentence = fileFault(errorCode(error) ?? '', path, option)
  return sentence === null ? error : new Problem(sentence, { cause: error })
}

function fileFault(code: string, path: string, option: string): string | null {
  if (/^(ENOSPC|EDQUOT)$/.test(code)) return `The disk that holds ${path} is full: free some space and start again.`
  if (/^(EACCES|EPERM|EROFS)$/.test(code))
    return `${path} cannot be written by this user: give it to this user, or choose another place with ${option}.`
  if (/^(ENOTDIR|EEXIST)$/.test(code)) return `${path} is not a folder: choose another place with ${option}.`
  return null
}
