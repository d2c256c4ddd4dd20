import type { ApiClient } from '@opal/contract/client'
import { findNamedWallet } from '@opal/contract/names'
import { toAddressOrNull } from '@opal/domain/address'
import { isAptosName } from '../../shared/format/name.ts'

/** Without `0x` an address needs all 64 digits, so that no other path segment reads as one. */
const ADDRESS = /^(?:0x[0-9a-f]{1,64}|[0-9a-f]{64})$/i
const PREFIXED = /^0x/i

/** Special addresses, the only ones that may be short (AIP-40), and addresses whose leading zeros a program has left out. */
const UNDERSTOOD = /^0x(?:0{0,63}[0-9a-f]|[0-9a-f]{60,64})$/i

/**
 * Resolves a path segment to a wallet address: an address or a registered `.apt` name; null for anything else, also for a short
 * address: part of another one, padded with zeros, is a wallet without an owner.
 */
export async function findWalletOfPath(api: ApiClient, segment: string, signal: AbortSignal): Promise<string | null> {
  if (isShortAddress(segment)) return null
  if (ADDRESS.test(segment)) return toAddressOrNull(segment)
  if (!isAptosName(segment)) return null
  const { walletAddress } = await api(findNamedWallet, { params: { name: segment } }, { signal })
  return walletAddress
}

/** Returns whether a segment is an address, which redirects to its canonical form. */
export function isAddressSegment(segment: string): boolean {
  return ADDRESS.test(segment)
}

/** Returns whether a segment is an address with digits missing. */
function isShortAddress(segment: string): boolean {
  return PREFIXED.test(segment) && ADDRESS.test(segment) && !UNDERSTOOD.test(segment)
}

const NO_PAGE = 'There’s no page or wallet here. To open a wallet, use its address (0x and 64 digits) or its .apt name.'

/**
 * Returns why a text is no wallet, and what to do, for one that {@link findWalletOfPath} resolves to null.
 * @param otherwise for a text that is neither a name nor an incomplete address. Default: for a path segment.
 */
export function missingWallet(text: string, otherwise = NO_PAGE): string {
  if (isShortAddress(text))
    return 'This address is incomplete: it needs 64 digits after 0x. Only 0x0 to 0xf can be shorter.'
  if (isAptosName(text)) return 'No wallet has this name. Check the spelling, or use the wallet’s address.'
  return otherwise
}
