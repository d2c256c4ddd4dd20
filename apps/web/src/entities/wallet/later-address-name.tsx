import { lazy, Suspense } from 'react'
import { Mounted } from '../../shared/components/mounted.tsx'
import { formatAddress } from '../../shared/format/name.ts'
import styles from './wallet-name.module.css'

const AddressName = lazy(() => import('./address-name.tsx'))

/** A wallet's address, which becomes its name, a link and a card after the first paint. */
export function LaterAddressName({ address }: { address: string }) {
  const plain = (
    <span className={styles.wallet} data-mono="" title={address}>
      {formatAddress(address)}
    </span>
  )
  return (
    <Mounted fallback={plain}>
      <Suspense fallback={plain}>
        <AddressName address={address} />
      </Suspense>
    </Mounted>
  )
}
