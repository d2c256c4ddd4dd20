import type { ReactNode } from 'react'
import { useSite } from '../../../app/site.tsx'
import { listedToken } from '../../../entities/order/listed-token.ts'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import { type TokenAction, tokenActions } from '../../../entities/token/token-actions.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import type { TradeButtonProps } from '../trade-button.tsx'
import { useOwnListing } from './use-own-listing.ts'

export interface OwnTradeButtonProps extends Pick<TradeButtonProps, 'token'> {
  /** Renders the button of a trade. */
  renderAction(action: TokenAction | undefined, token: TradeToken): ReactNode
}

/** Offers the first trade of the viewer's own token by its own listing, once that is known. */
export default function OwnTradeButton({ token, renderAction }: OwnTradeButtonProps) {
  const { marketplaces } = useSite()
  const viewer = useOwnAddress()
  const listing = useOwnListing(token)
  if (listing === undefined) return null
  const [action] = tokenActions({ ...token, supply: null, listing }, viewer, marketplaces)
  return renderAction(action, listedToken(token, listing))
}
