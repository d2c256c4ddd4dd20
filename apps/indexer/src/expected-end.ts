import { errorCode } from '@opal/domain/errors'
import { ListenError } from '@opal/runtime/listen-error'
import { databaseAdvice } from '@opal/store/driver/database-advice'

/** Codes of our errors whose message tells an operator what is wrong; the others are mistakes of ours. */
const FOR_OPERATORS: ReadonlySet<string> = new Set([
  'database-setting',
  'migration-blocked',
  'migration-mismatch',
  'unreleased-database',
  'stream-refused',
  'wrong-chain',
])

/** Returns why the indexer ends where its surroundings are the cause, as a sentence; null for an unexpected error, whose stack is needed. */
export function expectedEnd(error: unknown): string | null {
  if (error instanceof ListenError) return error.message
  if (error instanceof Error && FOR_OPERATORS.has(errorCode(error) ?? '')) return error.message
  return databaseAdvice(error)
}
