import { describe, expect, it } from 'vitest'
import { isReadStatement, retried } from './retrying.ts'

const INSERT = 'insert into account.favourites values ($1)'
const SELECT = 'select 1'

/** Runs a statement that fails once, and returns how often it was run. */
async function runsOf(sql: string, error: Error): Promise<number> {
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 1) throw error
  }
  await retried(run, sql, 5_000).catch(() => undefined)
  return runs
}

/** An error as Node makes it of a call of the system. */
function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
}

describe('a statement that writes', () => {
  it.each([
    ['ECONNREFUSED', 'connect'],
    ['EHOSTUNREACH', 'connect'],
    ['ENETUNREACH', 'connect'],
    ['ENOTFOUND', 'getaddrinfo'],
    ['EAI_AGAIN', 'getaddrinfo'],
  ])('is run again where no connection was made: %s', async (code, syscall) => {
    expect(await runsOf(INSERT, systemError(code, syscall))).toBe(2)
  })

  // A machine that is gone ends open connections so, when the network says that it cannot be reached.
  it.each([
    ['EHOSTUNREACH', 'read'],
    ['EHOSTUNREACH', 'write'],
    ['ENETUNREACH', 'read'],
    ['ECONNRESET', 'read'],
    ['EPIPE', 'write'],
    ['ETIMEDOUT', 'read'],
  ])('is run once where its connection broke, as it may have been executed: %s by %s', async (code, syscall) => {
    expect(await runsOf(INSERT, systemError(code, syscall))).toBe(1)
    expect(await runsOf(SELECT, systemError(code, syscall))).toBe(2)
  })

  it.each([
    'with gone as (delete from account.sessions returning 1) select * from gone',
    "select nextval('market.token_preview_version')",
    'select * from market.listings for update skip locked',
    'select pg_notify($1, $2)',
    'select * into copied from market.listings',
    'call market.refresh()',
  ])('is recognized: %s', (sql) => {
    expect(isReadStatement(sql)).toBe(false)
  })
})
