import type { TokenDetail } from '@opal/contract/tokens'
import { Button } from '@opal/ui/controls/button'
import { FOCUS_REGION } from '@opal/ui/overlays/focus/focus-region'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { LazyCartToggle } from '../../../entities/order/lazy-cart-toggle.tsx'
import { listedToken, listingFor } from '../../../entities/order/listed-token.ts'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { type TokenAction, tokenActions } from '../../../entities/token/token-actions.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import styles from './token-action-bar.module.css'

const LABELS: Readonly<Record<TokenAction, string>> = {
  buy: 'Buy Now',
  list: 'List',
  'update-price': 'Edit listing',
  relist: 'Move',
  delist: 'Delist',
  transfer: 'Transfer',
  'token-bid': 'Place a Bid',
  'bid-above-floor': 'Bid above floor',
}

/** Shows the viewer's actions for a token, the primary one first. @source docs/product/tokens-and-filters.md#token-actions */
export function TokenActionBar({ token }: { token: TokenDetail }) {
  const { marketplaces } = useSite()
  const viewer = useOwnAddress()
  const isPending = useStore(pendingTokens).has(token.tokenDataId)
  const listing = listingFor(token, viewer)
  const actions = tokenActions({ ...token, supply: token.collectionSupply, listing }, viewer, marketplaces)
  const listed = listedToken(token, listing)
  // The same element in every state: a dialog that closes returns the focus to it where its opener is gone.
  if (isPending)
    return (
      <div className={styles.bar} {...FOCUS_REGION}>
        <p role="status">You have a pending transaction</p>
      </div>
    )
  if (actions.length === 0) return null
  // Phones only. The button of the cart is small.
  const isTwoLines = actions.length > (actions.includes('bid-above-floor') ? 2 : 3)
  return (
    <div className={styles.bar} data-two-lines={isTwoLines || undefined} {...FOCUS_REGION}>
      {actions.map((action, at) => (
        <Button
          key={action}
          size={at === 0 ? 'lg' : 'md'}
          variant={at === 0 ? 'primary' : 'secondary'}
          aria-label={`${LABELS[action]} ${token.name}`}
          onClick={() => openTrade(requestOf(action, listed))}
        >
          {wordsOf(action, marketplaces.find(({ isNative }) => isNative)?.displayName)}
        </Button>
      ))}
      {/* The cart takes only what everyone can buy. */}
      {actions.includes('buy') && listing?.validity === 'valid' && <LazyCartToggle token={listed} size="md" />}
    </div>
  )
}

function wordsOf(action: TokenAction, nativeName: string | undefined): string {
  return action === 'relist' && nativeName !== undefined ? `Move to ${nativeName}` : LABELS[action]
}

function requestOf(action: TokenAction, token: TradeToken): Parameters<typeof openTrade>[0] {
  if (action === 'token-bid' || action === 'bid-above-floor') return { kind: action, token }
  return { kind: action, tokens: [token] }
}
