import type { Token } from '@opal/contract/tokens'
import { useSite } from '../../app/site.tsx'
import { useStore } from '../../shared/hooks/store.ts'
import { useOwnAddress } from '../wallet/use-own-address.ts'
import { pendingTokens } from './pending-tokens.ts'
import { rowActions } from './token-actions.ts'

/** Returns a test for whether the viewer can buy a token of a list: another wallet sells it, and no pending transaction of this browser has it. */
export function useBuyable(): (token: Token) => boolean {
  const { marketplaces } = useSite()
  const viewer = useOwnAddress()
  const pending = useStore(pendingTokens)
  return (token) => !pending.has(token.tokenDataId) && rowActions(token, viewer, marketplaces)[0] === 'buy'
}
