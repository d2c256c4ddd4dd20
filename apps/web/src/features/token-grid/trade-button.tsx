import type { Token } from '@opal/contract/tokens'
import { Button, type ButtonProps } from '@opal/ui/controls/button'
import { openTrade } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { pendingTokens } from '../../entities/token/pending-tokens.ts'
import { rowActions } from '../../entities/token/token-actions.ts'
import { OwnerButton } from '../../entities/wallet/owner-button.tsx'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { useStore } from '../../shared/hooks/store.ts'

const LABELS = { buy: 'Buy Now', list: 'List', 'update-price': 'Edit price' } as const
const SHORT_LABELS = { ...LABELS, buy: 'Buy' } as const

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
  const [action] = rowActions(token, viewer, marketplaces)
  if (isPending || (action !== 'buy' && action !== 'list' && action !== 'update-price')) return null
  const ActionButton = action === 'buy' ? Button : OwnerButton
  return (
    <ActionButton
      {...look}
      data-trade=""
      aria-label={`${LABELS[action]} ${token.name}`}
      onClick={() => openTrade({ kind: action, tokens: [token] })}
    >
      {(short ? SHORT_LABELS : LABELS)[action]}
    </ActionButton>
  )
}
