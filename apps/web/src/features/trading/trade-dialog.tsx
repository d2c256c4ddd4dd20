import type { TradeRequest } from '../../lib/trade-request.ts'
import { BidDialog } from './bid-dialog.tsx'
import { BuyDialog } from './buy-dialog.tsx'
import { ClaimDialog } from './claim-dialog.tsx'
import { CollectionBidDialog } from './collection-bid-dialog.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { PreparedDialog } from './prepared-dialog.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { SweepDialog } from './sweep-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import type { TradeDialogProps } from './use-request-trade.ts'

/** The dialog of each kind of trade. */
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
    case 'accept-bid':
    case 'cancel-bid':
      return <OrderDialog request={request} {...rest} />
    case 'token-bid':
    case 'bid-above-floor':
      return <BidDialog request={request} {...rest} />
    case 'collection-bid':
      return <CollectionBidDialog request={request} {...rest} />
    case 'claim':
      return <ClaimDialog request={request} {...rest} />
    case 'transfer':
      return <TransferDialog request={request} {...rest} />
    case 'prepared':
      return <PreparedDialog request={request} {...rest} />
  }
}
