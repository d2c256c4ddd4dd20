import { createStore } from '../../shared/hooks/store.ts'
import { isListOf, isNullOr, isObject, isString, isText } from '../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../shared/storage/storage.ts'
import type { TradeToken } from './trade-request.ts'

const KEY = 'opal.cart'
/** As many as one transaction carries. @source contract, trading/trade MAX_TRADE_ITEMS */
const MOST_IN_CART = 30

const isCart = isListOf(
  isObject({
    tokenDataId: isText(/^0x[0-9a-f]{64}$/),
    name: isString,
    image: isNullOr(isString),
    collectionId: isText(/^0x[0-9a-f]{64}$/),
    collectionName: isString,
    marketplace: isNullOr(isString),
    listingId: isNullOr(isString),
    listedPrice: isNullOr(isText(/^\d{1,20}$/)),
  }),
  MOST_IN_CART,
)

/** What this browser wants to buy together. It is the same on every page, in every tab and after a reload. */
export const cart = createStore<readonly TradeToken[]>([])

/** Reads what the browser kept, and from then on what other tabs keep. @returns stops listening. */
export function openCart(): () => void {
  const read = () => cart.set(readStored(KEY, isCart) ?? [])
  read()
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY) read()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Puts a token in, or takes it out. A full cart takes no more. */
export function toggleCart(token: TradeToken): void {
  const { tokenDataId } = token
  if (cart.get().some((one) => one.tokenDataId === tokenDataId)) takeFromCart([tokenDataId])
  else if (cart.get().length < MOST_IN_CART) keep([...cart.get(), cartToken(token)])
}

/** Takes tokens out again; those that are not in it are passed over. */
export function takeFromCart(tokenDataIds: readonly string[]): void {
  keep(cart.get().filter(({ tokenDataId }) => !tokenDataIds.includes(tokenDataId)))
}

/** Only what is kept, of whatever richer thing was put in. */
function cartToken({
  tokenDataId,
  name,
  image,
  collectionId,
  collectionName,
  marketplace,
  listingId,
  listedPrice,
}: TradeToken): TradeToken {
  return { tokenDataId, name, image, collectionId, collectionName, marketplace, listingId, listedPrice }
}

function keep(next: readonly TradeToken[]): void {
  cart.set(next)
  writeStored(KEY, next)
}
