import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { showToast } from '@opal/ui/feedback/show-toast'
import { createStore } from '../../shared/hooks/store.ts'
import { isAbsentOr, isAddress, isListOf, isNullOr, isObject, isString, isWhole } from '../../shared/storage/guards.ts'
import { followStored, readStored, writeStored } from '../../shared/storage/storage.ts'
import { cartIds } from './marked-tokens.ts'
import type { TradeToken } from './trade-request.ts'

const KEY = 'opal.cart'

const isCart = isListOf(
  isObject({
    tokenDataId: isAddress,
    name: isString,
    image: isNullOr(isString),
    collectionId: isAddress,
    collectionName: isString,
    marketplace: isNullOr(isString),
    listingId: isNullOr(isString),
    listedPropertyVersion: isAbsentOr(isWhole),
    listedPrice: isNullOr(isWhole),
  }),
  MAX_TRADE_ITEMS,
)

/** The cart of this browser: the same on every page, in every tab and after a reload. */
export const cart = createStore<readonly TradeToken[]>([])
cart.subscribe(() => cartIds.set(new Set(cart.get().map(({ tokenDataId }) => tokenDataId))))

/** Loads the cart from local storage and follows changes of other tabs. @returns stops following. */
export function openCart(): () => void {
  return followStored([KEY], () => cart.set(readStored(KEY, isCart) ?? []))
}

/** Adds tokens that are not in the cart yet, as many as it has room for; says so where that is not all. */
export function addToCart(tokens: readonly TradeToken[]): void {
  const known = cartIds.get()
  const added = tokens.filter(({ tokenDataId }) => !known.has(tokenDataId)).map(cartToken)
  if (added.length === 0) return
  const next = [...cart.get(), ...added]
  save(next.slice(0, MAX_TRADE_ITEMS))
  if (next.length > MAX_TRADE_ITEMS) sayFull()
}

/** Adds a token to the cart or removes it. Adds nothing to a full cart, and says so. */
export function toggleCart(token: TradeToken): void {
  const { tokenDataId } = token
  if (cart.get().some((one) => one.tokenDataId === tokenDataId)) takeFromCart([tokenDataId])
  else if (cart.get().length < MAX_TRADE_ITEMS) save([...cart.get(), cartToken(token)])
  else sayFull()
}

/** Removes tokens from the cart; ignores those that are not in it. */
export function takeFromCart(tokenDataIds: readonly string[]): void {
  const left = cart.get().filter(({ tokenDataId }) => !tokenDataIds.includes(tokenDataId))
  if (left.length < cart.get().length) save(left)
}

/** Returns the members that are stored: callers may pass richer objects. */
function cartToken({
  tokenDataId,
  name,
  image,
  collectionId,
  collectionName,
  marketplace,
  listingId,
  listedPropertyVersion,
  listedPrice,
}: TradeToken): TradeToken {
  const listing = { marketplace, listingId, listedPropertyVersion, listedPrice }
  return { tokenDataId, name, image, collectionId, collectionName, ...listing }
}

function sayFull(): void {
  void showToast(`Your cart is full: it holds up to ${MAX_TRADE_ITEMS} items.`, 'info')
}

function save(next: readonly TradeToken[]): void {
  cart.set(next)
  writeStored(KEY, next)
}
