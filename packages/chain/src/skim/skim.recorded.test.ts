import { hasRecordedData } from '@opal/domain/testing/config'
import { describe, expect, it } from 'vitest'
import { recordedTransaction, recordedTransactionPaths } from '../testing/recorded-data.ts'
import { baseOfMoveType } from '../transaction/move-type.ts'
import { decodeTransaction } from '../transaction/parse-transaction.ts'
import { encodeTransaction } from '../transaction/read-recorded-transaction.ts'
import { createSkimmer } from './skim.ts'

describe.skipIf(!hasRecordedData)('the skim against the full decode', () => {
  const transactions = recordedTransactionPaths().map((path) => {
    const bytes = encodeTransaction(recordedTransaction(path))
    return { path, bytes, decoded: decodeTransaction(bytes) }
  })
  const nothing = { eventTypes: [], resourceTypes: [] }

  it('agrees on every event type of every recorded transaction', () => {
    const types = new Set(transactions.flatMap(({ decoded }) => decoded.events.map(({ type }) => type)))
    expect(types.size).toBeGreaterThan(50)
    for (const type of types) {
      const skim = createSkimmer({ ...nothing, eventTypes: [type] })
      for (const { path, bytes, decoded } of transactions) {
        expect(skim(bytes), `${type} in ${path}`).toBe(decoded.events.some((event) => event.type === type))
      }
    }
  })

  it('agrees on every resource type, with and without type arguments', () => {
    const written = (of: (typeof transactions)[number]) =>
      of.decoded.changes.flatMap((change) => (change.kind === 'write-resource' ? [change.type] : []))
    const types = new Set(transactions.flatMap(written).flatMap((type) => [type, baseOfMoveType(type)]))
    for (const type of types) {
      const skim = createSkimmer({ ...nothing, resourceTypes: [type] })
      for (const transaction of transactions) {
        const holds = written(transaction).some((found) => found === type || baseOfMoveType(found) === type)
        expect(skim(transaction.bytes), `${type} in ${transaction.path}`).toBe(holds)
      }
    }
  })

  it('agrees on every type inside tables', () => {
    const inTables = (of: (typeof transactions)[number]) =>
      of.decoded.changes.flatMap((change) => {
        if (change.kind === 'write-table-item') return [change.keyType, change.valueType]
        return change.kind === 'delete-table-item' ? [change.keyType] : []
      })
    for (const type of new Set(transactions.flatMap(inTables))) {
      const skim = createSkimmer({ ...nothing, tableTypes: [type] })
      for (const transaction of transactions) {
        const holds = inTables(transaction).some((found) => found === type || baseOfMoveType(found) === type)
        expect(skim(transaction.bytes), `${type} in ${transaction.path}`).toBe(holds)
      }
    }
  })

  it('finds nothing when nothing is wanted', () => {
    const skim = createSkimmer(nothing)
    expect(transactions.filter(({ bytes }) => skim(bytes))).toEqual([])
  })
})
