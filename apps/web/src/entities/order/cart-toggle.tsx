import { IconButton } from '@opal/ui/controls/icon-button'
import { Check } from 'lucide-react'
import { useStorePart } from '../../shared/hooks/store.ts'
import { toggleCart } from './cart.ts'
import { CartIcon } from './cart-icon.tsx'
import { cartIds } from './marked-tokens.ts'
import type { TradeToken } from './trade-request.ts'

export interface CartToggleProps {
  token: TradeToken
  size?: 'sm' | 'md'
  /** It is marked otherwise, such as by a sweep: a tick is drawn, and the press still adds it to the cart. */
  ticked?: boolean
}

/** A toggle that adds a listed token to the cart. */
export function CartToggle({ token, size = 'sm', ticked = false }: CartToggleProps) {
  const isIn = useStorePart(cartIds, (ids) => ids.has(token.tokenDataId))
  return (
    <IconButton
      label={`${isIn ? 'Remove from cart:' : 'Add to cart:'} ${token.name}`}
      size={size}
      on={isIn}
      onClick={() => toggleCart(token)}
    >
      {isIn || ticked ? <Check /> : <CartIcon />}
    </IconButton>
  )
}
