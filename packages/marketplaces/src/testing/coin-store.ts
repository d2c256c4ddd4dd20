import { type Address, toShortAddress } from '@opal/domain/address'
import type { WriteResource } from '@opal/domain/chain-transaction'
import { APT_COIN_TYPE } from '@opal/domain/payload'

/** Returns an account's store of a coin as a write set shows it: its handles say which events are about this coin. */
export function coinStore(account: Address, coinType: string = APT_COIN_TYPE, octas = 0n): WriteResource {
  const handle = (creation: string) => ({
    counter: '1',
    guid: { id: { addr: toShortAddress(account), creation_num: creation } },
  })
  return {
    index: 0,
    kind: 'write-resource',
    address: account,
    type: `0x1::coin::CoinStore<${coinType}>`,
    data: {
      coin: { value: String(octas) },
      deposit_events: handle('2'),
      frozen: false,
      withdraw_events: handle('3'),
    },
  }
}
