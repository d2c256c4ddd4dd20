import type { ApiClient } from '@opal/contract/client'
import { findNamedWallet } from '@opal/contract/endpoints/find-named-wallet'
import { toAddressOrNull } from '@opal/domain/address'

const ADDRESS = /^0x[0-9a-f]{1,64}$/i
const NAME = /^([a-z0-9-]{1,63}\.)?[a-z0-9-]{1,63}\.apt$/i

/**
 * The wallet that somebody means by an address or a `.apt` name; null where it is neither, or leads nowhere.
 * @throws ApiError when the name cannot be looked up.
 */
export async function resolveWallet(api: ApiClient, text: string, signal?: AbortSignal): Promise<string | null> {
  const words = text.trim()
  if (ADDRESS.test(words)) return toAddressOrNull(words)
  if (!NAME.test(words)) return null
  const named = await api(findNamedWallet, { params: { name: words } }, signal === undefined ? {} : { signal })
  return named.walletAddress
}
