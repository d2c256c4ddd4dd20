import { join } from 'node:path'
import { leanScope } from '@opal/chain/state/state-scope'
import { EMPTY_TOKEN_LOOKUP } from '@opal/chain/testing/empty-token-lookup'
import { tokenChangesOf } from '@opal/chain/tokens/token-changes-of'
import { decodeTransaction } from '@opal/chain/transaction/parse-transaction'
import type { ChainEvent } from '@opal/domain/chain-transaction'
import { MINT_EVENT_TYPES, PAYMENT_STORE_TYPE, paidBySender } from '@opal/domain/portfolio/mint-payment'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { expect, test } from 'vitest'
import { readRecorded } from '../../maintenance/replay/recorded.ts'
import { buildSelection, selectNeeded } from './transaction-selection.ts'

const marketplaces = contractsOf('mainnet')
const wanted = buildSelection(marketplaces, leanScope('mainnet'))

for (const folder of ['mainnet-transactions', 'testnet-transactions', 'devnet-transactions']) {
  test.skipIf(!hasRecordedData)(`the skimmed transactions of ${folder} decode to the same as the whole ones`, () => {
    for (const { version, bytes } of readRecorded(join(RECORDED_DATA_DIR, folder)).transactions) {
      const whole = decodeTransaction(bytes)
      const selected = selectNeeded(decodeTransaction(bytes, wanted.wantsResource), wanted)
      expect(decodeMarketEvents(selected, marketplaces), `${version}`).toEqual(decodeMarketEvents(whole, marketplaces))
      if (whole.events.some(({ type }) => MINT_EVENT_TYPES.has(type)))
        expect(paidBySender(selected), `${version}`).toBe(paidBySender(whole))
      const changes = tokenChangesOf(whole, EMPTY_TOKEN_LOOKUP)
      expect(tokenChangesOf(selected, EMPTY_TOKEN_LOOKUP), `${version}`).toEqual(changes)
      if (Object.values(changes).some(({ length }) => length > 0)) expect(wanted.skim(bytes), `${version}`).toBe(true)
    }
  })
}

test('the events of a transaction are gone through once, however many resources it writes', () => {
  let reads = 0
  const event = {
    get type() {
      reads += 1
      return '0x1::account::Unwanted'
    },
  } as ChainEvent
  const events = Array.from({ length: 100 }, () => event)
  for (let at = 0; at < 1_000; at += 1) {
    for (const type of [...wanted.companionResourceTypes, PAYMENT_STORE_TYPE]) wanted.wantsResource(type, events)
  }
  expect(reads).toBeLessThanOrEqual(2 * events.length)
})
