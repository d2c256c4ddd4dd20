import { createHash } from 'node:crypto'
import type { State } from './state.ts'

/**
 * SHA-256 over everything that the state holds, in an order of its own: equal for equal states, however they came about.
 * Reads all of it, so it takes seconds on a large chain.
 * @returns `0x` + 64 hex digits.
 */
export function stateHash(state: State): string {
  const hash = createHash('sha256')
  for (const [address, resources] of sortedEntries(state.entries())) {
    for (const [type, { text }] of sortedEntries(resources)) {
      hash.update(`${address}\n${type}\n${text}\n`)
    }
  }
  for (const [handle, items] of sortedEntries(state.tables())) {
    for (const [key, { keyType, value, valueType }] of sortedEntries(items)) {
      hash.update(`${handle}\n${keyType}\n${key}\n${valueType}\n${value}\n`)
    }
  }
  return `0x${hash.digest('hex')}`
}

function sortedEntries<Value>(entries: Iterable<readonly [string, Value]>): (readonly [string, Value])[] {
  return [...entries].sort(([left], [right]) => (left < right ? -1 : 1))
}
