import type { ApiClient } from '@opal/contract/client'
import { findNamedWallet } from '@opal/contract/names'
import { toAddressOrNull } from '@opal/domain/address'

/** Without its 0x an address is one by its length alone, so that no other word of one segment is taken for one. */
const ADDRESS = /^(?:0x[0-9a-f]{1,64}|[0-9a-f]{64})$/i
/** A name of the name service, with or without a subdomain. */
const NAME = /^(?:[a-z0-9-]{1,63}\.)?[a-z0-9-]{1,63}\.apt$/i

/** The wallet that the one segment of a path means: an address, or a `.apt` name; null for anything else. */
export async function findWalletOfPath(api: ApiClient, segment: string, signal: AbortSignal): Promise<string | null> {
  if (ADDRESS.test(segment)) return toAddressOrNull(segment)
  if (!NAME.test(segment)) return null
  const { walletAddress } = await api(findNamedWallet, { params: { name: segment } }, { signal })
  return walletAddress
}

/** Is it spelled as an address (and so to be led to its one spelling), not as a name? */
export function isAddressSegment(segment: string): boolean {
  return ADDRESS.test(segment)
}
