import { errorCode } from '@opal/domain/errors'

/** Returns whether what reads the output has gone: another program at the end of a pipe, or the terminal. */
export function isOutputGone(error: unknown): boolean {
  return /^(EPIPE|EIO)$/.test(errorCode(error) ?? '')
}
