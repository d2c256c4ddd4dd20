import { Suspense } from 'react'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { Mounted } from '../../shared/components/mounted.tsx'
import { formatAddress } from '../../shared/format/name.ts'
import styles from './wallet-name.module.css'

const AddressName = lazyPart(() => import('./address-name.tsx'), PlainAddress)

/** A wallet's address, which becomes its name, a link and a card after the first paint. */
export function LaterAddressName({ address }: { address: string }) {
  const plain = <PlainAddress address={address} />
  return (
    <Mounted fallback={plain}>
      <Suspense fallback={plain}>
        <AddressName address={address} />
      </Suspense>
    </Mounted>
  )
}

function PlainAddress({ address }: { address: string }) {
  return (
    <span className={styles.wallet} data-mono="" title={address}>
      {formatAddress(address)}
    </span>
  )
}
