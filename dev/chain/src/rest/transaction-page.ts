import type { CommittedTransaction, Ledger } from '../ledger/ledger.ts'
import { invalidInput } from './api-error.ts'
import { readRange } from './committed.ts'
import { parseU64Query } from './parameters.ts'

/** A page of the chain's transactions, ascending; without a start the newest page. @throws ApiError 400 beyond the end. */
export function readPage(ledger: Ledger, start: unknown, limit: number, name = 'start'): CommittedTransaction[] {
  const end = ledger.head.version + 1n
  const newest = end > BigInt(limit) ? end - BigInt(limit) : 0n
  const first = parseU64Query(start, name) ?? newest
  if (first >= end) {
    const { version } = ledger.head
    throw invalidInput(
      `Given start value (${first}) is higher than the current ledger version, it must be < ${version}`,
    )
  }
  const beyond = first + BigInt(limit) < end ? first + BigInt(limit) : end
  return readRange(ledger, first, beyond - 1n)
}
