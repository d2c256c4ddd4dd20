import { IconButton } from '@opal/ui/controls/icon-button'
import { ShoppingCart } from 'lucide-react'
import { useStore } from '../../shared/hooks/store.ts'
import { cart, toggleCart } from './cart.ts'
import type { TradeToken } from './trade-request.ts'

/** Puts a token that is for sale into the cart, or takes it out. */
export function CartToggle({ token, size = 'sm' }: { token: TradeToken; size?: 'sm' | 'md' }) {
  const isIn = useStore(cart).some(({ tokenDataId }) => tokenDataId === token.tokenDataId)
  return (
    <IconButton
      label={`${isIn ? 'Remove from cart:' : 'Add to cart:'} ${token.name}`}
      size={size}
      pressed={isIn}
      onClick={() => toggleCart(token)}
    >
      <ShoppingCart />
    </IconButton>
  )
}
