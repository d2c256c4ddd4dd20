import type { Wallet } from '@opal/contract/names'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSite } from '../../app/site.tsx'
import { Gain } from '../../shared/components/gain.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatAddress } from '../../shared/format/name.ts'
import { formatCount } from '../../shared/format/number.ts'
import { AddressIdenticon } from './address-identicon.tsx'
import { FollowButton } from './follow-button.tsx'
import styles from './wallet-card.module.css'
import { walletPnlQuery } from './wallet-pnl-query.ts'

/** Renders a wallet: name, address, holdings and P&L, and a button that follows it. */
export default function WalletCard({ wallet }: { wallet: Pick<Wallet, 'walletAddress' | 'aptosName'> }) {
  const { walletAddress: address, aptosName } = wallet
  const { api } = useSite()
  const { data } = useQuery(walletPnlQuery(api, address))
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <AddressIdenticon address={address} size={36} />
        <div className={styles.who}>
          <strong className={styles.name}>{aptosName ?? formatAddress(address)}</strong>
          <span className={styles.address}>{formatAddress(address, 'long')}</span>
        </div>
      </div>
      <dl className={styles.metrics}>
        <Metric name="Items">{data === undefined ? '-' : formatCount(data.totalCount)}</Metric>
        <Metric name="Est. value">
          <Price octas={data?.estimatedPrice ?? null} />
        </Metric>
        <Metric name="Realized P&L">{data === undefined ? '-' : <Gain octas={data.realizedPNL} />}</Metric>
        <Metric name="Unrealized P&L">{data === undefined ? '-' : <Gain octas={data.unrealizedPNL} />}</Metric>
      </dl>
      <FollowButton address={address} size="sm" wide />
    </div>
  )
}

function Metric({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
