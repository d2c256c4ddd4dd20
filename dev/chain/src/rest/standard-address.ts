import { type Address, toShortAddress } from '@opal/domain/address'

const SPECIAL = /^0x0{63}[0-9a-f]$/

/** An address as the node words it in messages: `0x1` for the special ones, else all 64 digits. @source AIP-40 */
export function standardAddress(address: Address): string {
  return SPECIAL.test(address) ? toShortAddress(address) : address
}
