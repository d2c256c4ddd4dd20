import type { MarketTotals } from '@opal/contract/collections/collection-stats'
import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { openConnect, useCommand } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { Mounted } from '../../shared/components/mounted.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatCount } from '../../shared/format/number.ts'
import { byOwnClock } from '../../shared/hooks/by-own-clock.ts'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './intro-band.module.css'
import { marketTotalsQuery } from './market-totals-query.ts'
import { SaleTapeSkeleton } from './sale-tape-skeleton.tsx'

const SaleTape = lazyPart(() => import('./sale-tape.tsx'))

const STEPS = ['Connect a wallet', 'Pick items from any marketplace', 'Check out once for them all'] as const

export interface IntroBandProps {
  /** Null when the loader could not read them. */
  totals: MarketTotals | null
  /** Milliseconds at which the loader read them. */
  loadedAt: number
}

/** Says to newcomers what Opal is. Gone for good once a wallet is connected, or when it is closed, which is announced. */
export function IntroBand(props: IntroBandProps) {
  const { preferences, setPreference } = useSite()
  const isConnected = useStore(walletSession).status === 'connected'
  const isShown = preferences.intro === 'shown'
  const [news, setNews] = useState('')
  const hide = (why: string) => {
    setPreference('intro', 'hidden')
    setNews(why)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the wallet is connected.
  useEffect(() => {
    if (isConnected && isShown) hide('Wallet connected.')
  }, [isConnected, isShown])
  return (
    <>
      {isShown && <Band {...props} onClose={() => hide('Introduction closed.')} />}
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </>
  )
}

function Band({ totals, loadedAt, onClose }: IntroBandProps & { onClose(): void }) {
  const { marketplaces } = useSite()
  // The button is busy while the wallets' code, which is large, loads.
  const isConnecting = useCommand('openConnect') !== null
  // Other buttons open the same dialog: this one is busy after its own press only.
  const [isPressed, setPressed] = useState(false)
  if (isPressed && !isConnecting) setPressed(false)
  const start = () => {
    openConnect()
    setPressed(true)
  }
  const open = marketplaces.filter(({ status }) => status === 'active').length
  return (
    <section className={styles.band} aria-label="About Opal">
      <div className={styles.what}>
        <h2 className={styles.title}>{open > 1 ? `${open} Aptos marketplaces` : 'Aptos NFTs'}. One checkout.</h2>
        <p className={styles.why}>
          {open > 1 ? 'Their bids and listings' : 'Bids and listings'} in one order book, with every fee shown before
          you sign.
        </p>
      </div>
      <ol className={styles.steps}>
        {STEPS.map((step, index) => (
          <li key={step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <Counters totals={totals} loadedAt={loadedAt} />
      <div className={styles.actions}>
        <Button variant="primary" busy={isPressed} onClick={start}>
          Get started
        </Button>
        <IconButton label="Close introduction" size="sm" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className={styles.tape}>
        <Mounted fallback={<SaleTapeSkeleton />}>
          <Suspense fallback={<SaleTapeSkeleton />}>
            <SaleTape />
          </Suspense>
        </Mounted>
      </div>
    </section>
  )
}

function Counters({ totals, loadedAt }: IntroBandProps) {
  const { data } = useQuery({
    ...marketTotalsQuery(useSite().api),
    ...(totals !== null && { initialData: totals, initialDataUpdatedAt: byOwnClock(loadedAt) }),
  })
  if (data === undefined) return null
  return (
    <dl className={styles.counters}>
      <Counter name="Listings">{formatCount(data.listedCount)}</Counter>
      <Counter name="1d volume">
        <Price octas={data.oneDayVolume} />
      </Counter>
      <Counter name="1d sales">{formatCount(data.oneDaySales)}</Counter>
    </dl>
  )
}

function Counter({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
