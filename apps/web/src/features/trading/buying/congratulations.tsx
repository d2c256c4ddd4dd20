import type { TradeItem } from '@opal/contract/trading/trade'
import { sumOctas } from '@opal/domain/prices/octas'
import { Button } from '@opal/ui/controls/button'
import type { ReactNode } from 'react'
import { openTrade } from '../../../app/commands.ts'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { editionKey } from '../../../entities/token/edition.ts'
import { Price } from '../../../shared/components/price.tsx'
import { TradeDone } from '../dialog/trade-done.tsx'

export interface CongratulationsProps {
  tradeId: string
  /** The message of success. */
  message: string
  /** Items that were bought. */
  items: readonly TradeItem[]
  /** Address of the wallet that bought. */
  buyer: string
  /** The request that opens next, such as the bid of an order. */
  follows?: TradeRequest | undefined
  onClose(): void
  /** The outcome of each item. */
  children?: ReactNode
}

/** Dialog after a confirmed purchase: the art, what it cost, and what can be done next. @source docs/product/trading.md#dialogs-close */
export function Congratulations({ items, buyer, follows, onClose, ...rest }: CongratulationsProps) {
  const spent = sumOctas(items.map(({ priceOctas }) => BigInt(priceOctas ?? 0)))
  // Of two copies of an edition one is offered for listing.
  const tokens = [...new Map(items.flatMap(toList).map((token) => [editionKey(token), token])).values()]
  return (
    <TradeDone
      {...rest}
      title="Congratulations!"
      items={items}
      walletAddress={buyer}
      onClose={onClose}
      summary={
        <>
          {items.length === 1 ? `${items[0]?.name ?? 'It'} is yours` : `${items.length} items bought`} for{' '}
          <Price octas={spent} exact />
        </>
      }
      {...(follows === undefined
        ? {
            next: (
              <Button
                variant="primary"
                onClick={() => {
                  onClose()
                  openTrade({ kind: 'list', tokens })
                }}
              >
                {tokens.length === 1 ? 'List it for sale' : `List ${tokens.length} for sale`}
              </Button>
            ),
          }
        : { continues: follows.kind === 'set-bid' ? 'Continue to the bid' : 'Continue' })}
    />
  )
}

/** Returns a bought item as the list dialog takes it; empty for an item that names no token. */
function toList({ tokenDataId, collectionId, name, image, listing }: TradeItem) {
  if (tokenDataId === null || collectionId === null) return []
  const nowhere = { marketplace: null, listingId: null, listedPrice: null }
  const edition = listing === null ? {} : { propertyVersion: listing.propertyVersion }
  return [{ ...edition, tokenDataId, collectionId, name: name ?? '', image, collectionName: '', ...nowhere }]
}
