import { Deserializer, RawTransaction } from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import { readBcs } from './read-bcs.ts'

/** Largest gas limit a transaction may name. @source gas schedule, maximum_number_of_gas_units */
const MOST_GAS_UNITS = 2_000_000n

/**
 * The largest gas limit the sender of a transaction can pay for.
 * @param gasUnitPrice octas per unit; null takes the transaction's own.
 * @param balanceOf octas an account holds.
 */
export function affordableGas(
  signedBytes: Uint8Array,
  gasUnitPrice: bigint | null,
  balanceOf: (account: Address) => bigint,
): bigint {
  const raw = readBcs('SignedTransaction', signedBytes, (bytes) => RawTransaction.deserialize(new Deserializer(bytes)))
  const price = gasUnitPrice ?? raw.gas_unit_price
  if (price === 0n) return MOST_GAS_UNITS
  const affordable = balanceOf(parseAddress(raw.sender.toString())) / price
  return affordable < MOST_GAS_UNITS ? affordable : MOST_GAS_UNITS
}
