import type { RawTransaction } from '@opal/chain/stream/split-response'
import { rawTransaction } from '@opal/chain/testing/raw-transaction'
import { toShortAddress } from '@opal/domain/address'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'

const FIRST_SECOND = 1_700_000_000

/**
 * A transaction of the native marketplace of localnet that places an offer of its own on one token.
 * @param price octas; anything that is no number cannot be decoded.
 * @param asText what the event says, as the stream writes it.
 */
export function offerTransaction(
  version: number,
  price: string,
  asText: (data: object) => string = JSON.stringify,
): RawTransaction {
  const { packageAddress, feeScheduleAddress } = nativeContracts()
  const marketplace = toShortAddress(packageAddress)
  const offer = `0xf${version.toString(16)}`
  const token_metadata = {
    creator_address: '0xc1',
    collection_name: 'C',
    collection: { vec: [{ inner: '0xc0' }] },
    token_name: 'T',
    token: { vec: [{ inner: '0xa1' }] },
    property_version: { vec: [] },
  }
  const data = asText({ price, purchaser: '0xb1', token_offer: offer, token_metadata })
  const typeStr = `${marketplace}::token_offer::CoinOffer<0x1::aptos_coin::AptosCoin>`
  const escrow = { address: offer, typeStr, data: JSON.stringify({ coins: { value: price } }) }
  return rawTransaction(BigInt(version), {
    timestamp: { seconds: String(FIRST_SECOND + version), nanos: 0 },
    info: { hash: 'AAAA', success: true, changes: [{ type: 'TYPE_WRITE_RESOURCE', writeResource: escrow }] },
    type: 'TRANSACTION_TYPE_USER',
    user: {
      request: { sender: '0xb1' },
      events: [
        {
          key: { accountAddress: feeScheduleAddress },
          typeStr: `${marketplace}::events::TokenOfferPlacedEvent`,
          data,
        },
      ],
    },
  })
}

/** Returns a number of offers, from version 0 on. */
export function offerHistory(count: number): readonly RawTransaction[] {
  return Array.from({ length: count }, (_, version) => offerTransaction(version, String(1_000 + version)))
}

function nativeContracts() {
  const native = contractsOf('local').find(({ adapter }) => adapter.isNative)
  if (native === undefined) throw new Error('localnet has no native marketplace')
  return native.contracts
}
