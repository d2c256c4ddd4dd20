import type { Token } from '@opal/contract/tokens'
import { Button, type ButtonProps } from '@opal/ui/controls/button'
import { Suspense } from 'react'
import { openTrade } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import type { TradeToken } from '../../entities/order/trade-request.ts'
import { pendingTokens } from '../../entities/token/pending-tokens.ts'
import { rowActions, type TokenAction } from '../../entities/token/token-actions.ts'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { useStore } from '../../shared/hooks/store.ts'

const LABELS = { buy: 'Buy Now', list: 'List', 'update-price': 'Edit listing', delist: 'Delist' } as const
const SHORT_LABELS = { ...LABELS, buy: 'Buy' } as const

// Only the viewer's own tokens need it.
const OwnTradeButton = lazyPart(() => import('./own/own-trade-button.tsx'))

export interface TradeButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'wide'> {
  token: Token
  /** A shorter word where there is little room. */
  short?: boolean
}

/** The one thing that a viewer is most likely to do with a token in a list; nothing when there is none, or it is being done. */
export function TradeButton({ token, short = false, ...look }: TradeButtonProps) {
  const { marketplaces } = useSite()
  const viewer = useOwnAddress()
  const isPending = useStore(pendingTokens).has(token.tokenDataId)
  const [first] = rowActions(token, viewer, marketplaces)
  if (isPending) return null
  const renderAction = (action: TokenAction | undefined, traded: TradeToken) => {
    if (action === undefined || !(action in LABELS)) return null
    const kind = action as keyof typeof LABELS
    return (
      <Button
        {...look}
        data-trade=""
        aria-label={`${LABELS[kind]} ${token.name}`}
        onClick={() => openTrade({ kind, tokens: [traded] })}
      >
        {(short ? SHORT_LABELS : LABELS)[kind]}
      </Button>
    )
  }
  if (first !== 'list') return renderAction(first, token)
  // The viewer's own token may be listed already, in a listing that not everyone can buy.
  return (
    <Suspense fallback={null}>
      <OwnTradeButton token={token} renderAction={renderAction} />
    </Suspense>
  )
}
