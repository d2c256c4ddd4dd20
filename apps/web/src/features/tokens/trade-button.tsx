import type { Token } from '@opal/contract/shapes/token'
import { Button, type ButtonProps } from '@opal/ui/button'
import { useSite } from '../../lib/site.tsx'
import { useStore } from '../../lib/store.ts'
import { tokenAction } from '../../lib/token-actions.ts'
import { tradeRequest } from '../../lib/trade-request.ts'
import { walletSession } from '../../lib/wallet-session.ts'

const WORDS = { buy: 'Buy Now', list: 'List', delist: 'Delist' } as const

export interface TradeButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'wide'> {
  token: Token
  /** A shorter word where there is little room. */
  short?: boolean
}

/** The one thing the viewer may do with a token; nothing when there is none. */
export function TradeButton({ token, short = false, ...look }: TradeButtonProps) {
  const { marketplaces } = useSite()
  const viewer = useStore(walletSession).address
  const action = tokenAction(token, viewer, marketplaces)
  if (action === 'none') return null
  return (
    <Button
      {...look}
      aria-label={`${WORDS[action]} ${token.name}`}
      onClick={() => tradeRequest.set({ kind: action, token })}
    >
      {short && action === 'buy' ? 'Buy' : WORDS[action]}
    </Button>
  )
}
