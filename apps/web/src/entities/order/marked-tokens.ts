import { createStore, type Store, useStorePart } from '../../shared/hooks/store.ts'

const NONE: ReadonlySet<string> = new Set()

/** Ids of the tokens in the cart, as lists mark them; updated by `cart.ts`, which lists load only when it is needed. */
export const cartIds: Store<ReadonlySet<string>> = createStore(NONE)
/** Ids of the tokens that the sweep bar would buy now. */
export const sweptIds: Store<ReadonlySet<string>> = createStore(NONE)

/** Mark of a token in a list: it is in the cart, or a sweep would take it. */
export type Mark = 'cart' | 'sweep'

/** Returns how a token is marked, and renders again when that changes; null while it is not. The cart goes before the sweep. */
export function useMark(tokenDataId: string): Mark | null {
  const isInCart = useStorePart(cartIds, (ids) => ids.has(tokenDataId))
  const isSwept = useStorePart(sweptIds, (ids) => !isInCart && ids.has(tokenDataId))
  return isInCart ? 'cart' : isSwept ? 'sweep' : null
}
