import { EnvironmentError } from '@opal/domain/environment/read-environment'
import { errorCode } from '@opal/domain/errors'
import { databaseAdvice } from '@opal/store/driver/database-advice'
import { asProblem, Problem } from './problem.ts'

/** Codes of our errors whose message tells an operator what to do; the others are for programs, or are mistakes of ours. */
const FOR_OPERATORS: ReadonlySet<string> = new Set([
  'backup',
  'migration-blocked',
  'migration-mismatch',
  'store-not-empty',
  'unreleased-database',
  'wrong-chain',
  'database-setting',
  'database-unavailable',
  'derive-taken',
  'postgres-start-failed',
  'range-taken',
  'node-refused',
  'node-unreachable',
  'stream-lost',
  'stream-refused',
  'suite-malformed',
  'directory-busy',
  'foreign-chain',
  'log-corrupt',
])

const REPORT = `
Opal did not expect this. Please report it to the maintainers of the repository that you have this code from, with the
command and these lines.`

/** Returns what a command says when it fails: a sentence where a person can help, else the stack, and that it should be reported. */
export function explain(error: unknown): string {
  const remedy = remedyFor(error)
  if (remedy !== null) return remedy
  return `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n${REPORT}`
}

/** Returns what is wrong and what the person at the terminal can do about it, as a sentence; null for a mistake of ours. */
function remedyFor(error: unknown): string | null {
  if (error instanceof Problem || error instanceof EnvironmentError) return error.message
  if (error instanceof Error && FOR_OPERATORS.has(errorCode(error) ?? '')) return error.message
  return databaseAdvice(error) ?? fileAdvice(error) ?? requestAdvice(error)
}

/** An operation on a file names it; one that fills the disk, in the middle of a file, does not. */
function fileAdvice(error: unknown): string | null {
  const { path } = Object(error) as { readonly path?: unknown }
  if (typeof path !== 'string' && !/^(ENOSPC|EDQUOT)$/.test(errorCode(error) ?? '')) return null
  const problem = asProblem(error, typeof path === 'string' ? path : 'the data')
  return problem instanceof Problem ? problem.message : null
}

/** `fetch` hides what happened in the cause. */
function requestAdvice(error: unknown): string | null {
  if (!(error instanceof TypeError && error.message === 'fetch failed' && error.cause instanceof Error)) return null
  return `A server does not answer (${error.cause.message || errorCode(error.cause)}): start it, or correct its address.`
}
