import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Json } from '@opal/domain/json'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { simulated } from './test-api.ts'

const SELLER = parseAddress('0x5e')
const native = contractsOf('local').find(({ adapter }) => adapter.isNative)

/** Returns the simulated transaction of a purchase on the native marketplace, paid in APT. Octas as text. */
export function nativeSale(
  order: { readonly listingId: string; readonly tokenDataId: string },
  paid: { readonly price: string; readonly commission: string; readonly royalties: string },
): ChainTransaction {
  const deposit = eventOf(0, '0x1::coin::DepositEvent', SELLER, { amount: '1' })
  const filled = eventOf(1, `${packageOf()}::events::ListingFilledEvent`, scheduleOf(), {
    type: 'fixed price',
    listing: order.listingId,
    seller: SELLER,
    purchaser: '0xb0',
    ...paid,
    token_metadata: {
      creator_address: '0xa1',
      collection_name: 'Monkeys',
      collection: { vec: [{ inner: '0xc01' }] },
      token_name: 'Monkey #1',
      token: { vec: [{ inner: order.tokenDataId }] },
      property_version: { vec: [] },
    },
  })
  const store: ChainChange = {
    index: 0,
    kind: 'write-resource',
    address: SELLER,
    type: `0x1::coin::CoinStore<${APT_COIN_TYPE}>`,
    data: { deposit_events: { guid: { id: { creation_num: '2' } } } },
  }
  return { ...simulated({}).transaction, events: [deposit, filled], changes: [store] }
}

function eventOf(index: number, type: string, accountAddress: Address, data: Json): ChainEvent {
  return { index, type, accountAddress, creationNumber: 2n, sequenceNumber: 0n, data }
}

function packageOf(): string {
  return toShortAddress(native?.contracts.packageAddress ?? SELLER)
}

function scheduleOf(): Address {
  return native?.contracts.feeScheduleAddress ?? SELLER
}
