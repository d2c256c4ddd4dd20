import { parseAddress } from '@opal/domain/address'
import type { ChainChange } from '@opal/domain/chain-transaction'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { expect, it } from 'vitest'
import { transactionOf } from '../../testing/transaction-of.ts'
import { WrittenObjects } from '../written-objects.ts'
import { pendingClaimChanges } from './pending-claims.ts'
import type { TokenEventV1 } from './token-events-v1.ts'

const [ANNA, BEN] = [parseAddress('0xa'), parseAddress('0xb')]
const keyType = '0x3::token_transfers::TokenOfferId'

it('thousands of offers in one transaction are each looked at a few times', () => {
  let reads = 0
  const names = Array.from({ length: 1_000 }, (_, at) => `Deep #${at}`)
  const events = names.map(
    (name): TokenEventV1 =>
      ({
        kind: 'cancel',
        id: {
          tokenDataId: tokenDataIdV1(ANNA, 'Pools', name),
          collectionId: collectionIdV1(ANNA, 'Pools'),
          creator: ANNA,
          collectionName: 'Pools',
          name,
          propertyVersion: 0n,
        },
        account: ANNA,
        get to() {
          reads += 1
          return BEN
        },
        amount: 1n,
      }) as Partial<TokenEventV1> as TokenEventV1,
  )
  const changes = names.map((name, index): ChainChange => {
    const token_id = { property_version: '0', token_data_id: { creator: '0xa', collection: 'Pools', name } }
    return { index, kind: 'delete-table-item', handle: '0xf1', keyType, key: { to_addr: '0xb', token_id } }
  })
  const transaction = { ...transactionOf({}), changes }
  const claims = pendingClaimChanges(transaction, new WrittenObjects(transaction), events)
  expect(claims.map(({ name, fromAddress }) => [name, fromAddress])).toEqual(names.map((name) => [name, ANNA]))
  expect(reads).toBeLessThan(20 * names.length)
})
