import type { TradeRequest } from '../../entities/order/trade-request.ts'
import { BidDialog } from './bidding/bid-dialog.tsx'
import { CollectionBidDialog } from './bidding/collection-bid-dialog.tsx'
import { PoolDialog } from './bidding/pool-dialog.tsx'
import { OrderDialog } from './bidding/sets/order-dialog.tsx'
import { SetBidDialog } from './bidding/sets/set-bid-dialog.tsx'
import { BuyDialog } from './buying/buy-dialog.tsx'
import { SweepDialog } from './buying/sweep-dialog.tsx'
import { CancelBidDialog } from './ending/cancel-bid-dialog.tsx'
import { ClaimDialog } from './ending/claim-dialog.tsx'
import { DelistDialog } from './ending/delist-dialog.tsx'
import { PreparedDialog } from './ending/prepared-dialog.tsx'
import { TakeBackDialog } from './ending/take-back-dialog.tsx'
import { TransferDialog } from './ending/transfer-dialog.tsx'
import type { TradeDialogProps } from './quote/use-request-trade.ts'
import { PriceDialog } from './selling/prices/price-dialog.tsx'
import { SellDialog } from './selling/sales/sell-dialog.tsx'

/** Renders the dialog of a request's kind. */
export default function TradeDialog({ request, ...rest }: TradeDialogProps<TradeRequest>) {
  switch (request.kind) {
    case 'buy':
    case 'buy-cart':
      return <BuyDialog request={request} {...rest} />
    case 'sweep':
      return <SweepDialog request={request} {...rest} />
    case 'list':
    case 'update-price':
    case 'relist':
      return <PriceDialog request={request} {...rest} />
    case 'delist':
      return <DelistDialog request={request} {...rest} />
    case 'accept-bid':
      return <SellDialog request={request} {...rest} />
    case 'cancel-bid':
      return <CancelBidDialog request={request} {...rest} />
    case 'token-bid':
    case 'bid-above-floor':
      return <BidDialog request={request} {...rest} />
    case 'collection-bid':
      return <CollectionBidDialog request={request} {...rest} />
    case 'set-bid':
      return <SetBidDialog request={request} {...rest} />
    case 'order':
      return <OrderDialog request={request} {...rest} />
    case 'pool-deposit':
    case 'pool-withdrawal':
      return <PoolDialog request={request} {...rest} />
    case 'claim':
      return <ClaimDialog request={request} {...rest} />
    case 'take-back':
      return <TakeBackDialog request={request} {...rest} />
    case 'transfer':
      return <TransferDialog request={request} {...rest} />
    case 'prepared':
      return <PreparedDialog request={request} {...rest} />
  }
}
