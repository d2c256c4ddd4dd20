import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { Token } from '@opal/contract/tokens'
import { Checkbox } from '@opal/ui/controls/checkbox'
import { useSite } from '../../app/site.tsx'
import { cart, takeFromCart, toggleCart } from '../../entities/order/cart.ts'
import { tokenActions } from '../../entities/token/token-actions.ts'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { useStore } from '../../shared/hooks/store.ts'

/**
 * A checkbox that adds tokens to the cart: unchecked, partial or checked. The viewer's own and unavailable tokens are skipped. A full
 * cart takes no more.
 */
export default function CartBox({ tokens, label }: { tokens: readonly Token[]; label: string }) {
  const { marketplaces } = useSite()
  const viewer = useOwnAddress()
  const inCart = new Set(useStore(cart).map(({ tokenDataId }) => tokenDataId))
  const buyable = tokens.filter((token) => tokenActions({ ...token, supply: null }, viewer, marketplaces)[0] === 'buy')
  const chosen = buyable.filter(({ tokenDataId }) => inCart.has(tokenDataId))
  if (buyable.length === 0) return null
  const change = (on: boolean) => {
    // A full cart has no more to choose: the press takes the choice back.
    if (!on || (chosen.length > 0 && inCart.size >= MAX_TRADE_ITEMS))
      return takeFromCart(buyable.map(({ tokenDataId }) => tokenDataId))
    for (const token of buyable) if (!inCart.has(token.tokenDataId)) toggleCart(token)
  }
  return (
    <Checkbox
      label={label}
      checked={chosen.length === buyable.length ? true : chosen.length > 0 ? 'partial' : false}
      onCheckedChange={change}
    />
  )
}
