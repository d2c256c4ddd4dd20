import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { Token } from '@opal/contract/tokens'
import { Checkbox } from '@opal/ui/controls/checkbox'
import { addToCart, takeFromCart } from '../../entities/order/cart.ts'
import { cartIds, sweptIds } from '../../entities/order/marked-tokens.ts'
import { useBuyable } from '../../entities/token/use-buyable.ts'
import { useStorePart } from '../../shared/hooks/store.ts'

/**
 * A checkbox that adds tokens to the cart: unchecked, partial or checked. The viewer's own and unavailable tokens are skipped. A full
 * cart takes no more. What a sweep would take is ticked, too; a press puts it into the cart.
 */
export default function CartBox({ tokens, label }: { tokens: readonly Token[]; label: string }) {
  const buyable = tokens.filter(useBuyable())
  const chosen = useStorePart(cartIds, (ids) => buyable.filter(({ tokenDataId }) => ids.has(tokenDataId)).length)
  const swept = useStorePart(
    sweptIds,
    (ids) => buyable.filter(({ tokenDataId }) => ids.has(tokenDataId) && !cartIds.get().has(tokenDataId)).length,
  )
  if (buyable.length === 0) return null
  const marked = chosen + swept
  const change = (isChecked: boolean) => {
    const on = isChecked || chosen < marked
    // A full cart has no more to choose: the press takes the choice back.
    if (!on || (chosen > 0 && cartIds.get().size >= MAX_TRADE_ITEMS))
      return takeFromCart(buyable.map(({ tokenDataId }) => tokenDataId))
    addToCart(buyable)
  }
  return (
    <Checkbox
      label={label}
      checked={marked === buyable.length ? true : marked > 0 ? 'partial' : false}
      onCheckedChange={change}
    />
  )
}
