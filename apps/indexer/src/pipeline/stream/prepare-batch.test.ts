import { join } from 'node:path'
import { fullScope, leanScope } from '@opal/chain/state/state-scope'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import type { StreamBatch } from '@opal/chain/stream/stream-options'
import { encodeTransaction } from '@opal/chain/transaction/read-recorded-transaction'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRecorded } from '../../maintenance/replay/recorded.ts'
import { prepareBatch } from './prepare-batch.ts'
import { buildSelection } from './transaction-selection.ts'

const marketplaces = contractsOf('mainnet')
const lean = buildSelection(marketplaces, leanScope('mainnet'))
const full = buildSelection(marketplaces, fullScope('mainnet'))

/** A transaction that writes one resource; `0x1::coin::CoinStore` unless said otherwise. */
function writing(data: string, typeStr = '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>', success = true) {
  const transaction = {
    version: 7n,
    timestamp: { seconds: 1n, nanos: 0 },
    info: { hash: new Uint8Array(32), success, changes: [{ writeResource: { address: '0xa1', typeStr, data } }] },
  }
  return { version: 7n, bytes: encodeTransaction(transaction as Parameters<typeof encodeTransaction>[0]) }
}

test('reports unreadable state, and keeps everything else', () => {
  const good = writing(
    '{"coin":{"value":"5"},"frozen":false,"deposit_events":{"guid":{"id":{"addr":"0xa1","creation_num":"2"}}},"withdraw_events":{"guid":{"id":{"addr":"0xa1","creation_num":"3"}}}}',
  )
  const { state, unread, seen } = prepareBatch(full, [writing('{"coin":{}}'), good])
  expect(unread).toEqual([expect.objectContaining({ version: 7n, type: '0x1::coin::CoinStore' })])
  expect(state).toMatchObject([{ fungible: { balances: [{ amount: 5n }] } }])
  expect(seen).toBe(2)
})

test('state on which our own code throws costs only that of its transaction, whichever it is', () => {
  const good = writing(
    '{"coin":{"value":"5"},"frozen":false,"deposit_events":{"guid":{"id":{"addr":"0xa1","creation_num":"2"}}},"withdraw_events":{"guid":{"id":{"addr":"0xa1","creation_num":"3"}}}}',
  )
  const kinds = fc.constantFrom(TypeError, RangeError, SyntaxError, ReferenceError)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.nat(4), kinds, (length, bad, kind) => {
      let at = 0
      const throwing = Object.create(full, {
        state: {
          get() {
            if (at++ === bad) throw new kind(`x is not iterable${'!'.repeat(9_000)}`)
            return full.state
          },
        },
      }) as typeof full
      const { state, unread } = prepareBatch(throwing, Array.from({ length }, () => good) as unknown as StreamBatch)
      const isBad = bad < length
      expect(state).toHaveLength(isBad ? length - 1 : length)
      const message = `${kind.name}: x is not iterable`.padEnd(500, '!')
      expect(unread).toEqual(isBad ? [{ version: 7n, type: '', message }] : [])
    }),
  )
})

test('decodes no state when only names and tokens are indexed', () => {
  expect(prepareBatch(lean, [writing('no JSON')])).toMatchObject({ state: [], unread: [], transactions: [] })
})

describe.skipIf(!hasRecordedData)('recorded transactions', () => {
  test('have the same raw rows, whatever else is indexed', () => {
    const recorded = readAllRecorded()
    const selected = prepareBatch(lean, recorded).transactions
    expect(selected.length).toBeGreaterThan(20)
    expect(prepareBatch(full, recorded).transactions).toEqual(selected)
  })

  test('can all be parsed', () => {
    expect(prepareBatch(full, readAllRecorded()).unread).toEqual([])
  })
})

/** Within a test: the body of a skipped suite runs where there is nothing to read. */
function readAllRecorded(): [RawTransaction, ...RawTransaction[]] {
  const [first, ...rest] = ['mainnet-transactions', 'testnet-transactions', 'devnet-transactions'].flatMap(
    (folder) => readRecorded(join(RECORDED_DATA_DIR, folder)).transactions,
  )
  if (first === undefined) throw new Error('there are no recorded transactions')
  return [first, ...rest]
}

test('a transaction that cannot be read is named, wherever it is and whatever is wrong with it', () => {
  const sound = writing('{}').bytes
  const at = (version: bigint, bytes: Uint8Array) => ({ version, bytes })
  const broken = fc.constantFrom(
    Uint8Array.of(0x0a, 0x7f),
    Uint8Array.of(0x0b),
    sound.slice(0, -1),
    Uint8Array.of(0x10, 7),
  )
  fc.assert(
    fc.property(fc.nat(5), fc.nat(5), broken, (before, after, bytes) => {
      const raw = Array.from({ length: before + 1 + after }, (_, index) =>
        at(100n + BigInt(index), index === before ? bytes : sound),
      )
      const version = 100n + BigInt(before)
      expect(() => prepareBatch(full, raw as unknown as StreamBatch)).toThrow(
        `Transaction ${version} of the stream cannot be read`,
      )
    }),
  )
})
