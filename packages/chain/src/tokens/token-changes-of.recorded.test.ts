import { toAddressOrNull } from '@opal/domain/address'
import type { Json, JsonObject } from '@opal/domain/json'
import { hasRecordedData } from '@opal/domain/testing/config'
import { expectedRows, recordedTests } from '@opal/domain/testing/recorded-tests'
import { describe, expect, it } from 'vitest'
import { EMPTY_TOKEN_LOOKUP } from '../testing/empty-token-lookup.ts'
import { recordedTransaction } from '../testing/recorded-data.ts'
import { parseTransaction } from '../transaction/parse-transaction.ts'
import { tokenChangesOf } from './token-changes-of.ts'

/** Columns of the database that no change carries. */
const LEFT_OUT = new Set([
  'last_transaction_version',
  'last_transaction_timestamp',
  'transaction_version',
  'transaction_timestamp',
  'token_data_id_hash',
  'collection_data_id_hash',
])
const TABLES = {
  current_collections_v2: 'collections',
  current_token_datas_v2: 'tokenDatas',
  current_token_ownerships_v2: 'ownerships',
  current_token_pending_claims: 'pendingClaims',
  token_activities_v2: 'activities',
} as const

describe.skipIf(!hasRecordedData)('token changes of recorded transactions', () => {
  describe.each(recordedTests('token_v2_processor'))('$test', (test) => {
    const [path] = test.batches.flat()
    const changes = tokenChangesOf(parseTransaction(recordedTransaction(path ?? '')), EMPTY_TOKEN_LOOKUP)

    it.each(Object.entries(TABLES))('equal the official rows of %s', (table, key) => {
      const official = expectedRows(test, table).map(comparable)
      const others = key === 'activities' ? (changes.objectTransfers ?? []) : []
      const ours = [...changes[key], ...others].map((change) => comparable(asRow(change)))
      for (const row of official) expect(ours).toContainEqual(row)
      expect(ours.length).toBe(official.length)
    })
  })
})

function asRow(change: object): JsonObject {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => {
      const column = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      return [column === 'type' ? 'type_' : column, typeof value === 'bigint' ? String(value) : (value as Json)]
    }),
  )
}

/** Pads addresses and prints numbers alike. */
function comparable(row: JsonObject): JsonObject {
  const entries = Object.entries(row).filter(([column]) => !LEFT_OUT.has(column))
  return Object.fromEntries(
    entries.map(([column, value]) => {
      const name = column.replace(/_v_?(\d)$/, '_v$1')
      if (typeof value === 'string' && value.startsWith('0x')) return [name, toAddressOrNull(value) ?? value]
      return [name, typeof value === 'number' ? String(value) : value]
    }),
  )
}
