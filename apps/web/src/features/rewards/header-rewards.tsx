import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { openOrderHealth } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { formatPoints, formatPointsShort } from '../../shared/format/points.ts'
import styles from './header-rewards.module.css'
import { rewardsQuery } from './rewards-query.ts'

/** Points and loyalty of the connected wallet, or of the last visit's while it is on its way, in the header. @source docs/product/rewards.md#header */
export default function HeaderRewards() {
  const address = useOwnAddress()
  return address === null ? null : <Metrics address={address} />
}

function Metrics({ address }: { address: string }) {
  const { data } = useQuery(rewardsQuery(useSite().api, address, 'all'))
  if (data === undefined) return null
  return (
    <span className={styles.rewards}>
      <Link to="/airdrop" className={styles.points} title={`${formatPoints(data.totalPoints)} points of season 1`}>
        {formatPointsShort(data.totalPoints)} <span className={styles.unit}>pts</span>
      </Link>
      <button
        type="button"
        className={styles.loyalty}
        data-full={data.loyaltyPercent === 100 || undefined}
        title="Loyalty sets how many of your points count"
        onClick={() => openOrderHealth('loyalty')}
      >
        Loyalty {data.loyaltyPercent}%
      </button>
    </span>
  )
}
