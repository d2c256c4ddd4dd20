import { Suspense } from 'react'
import { finishCommand, useCommand } from '../../app/commands.ts'
import { useConnectFirst } from '../../entities/wallet/use-connect-first.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { lazyDialog } from '../../shared/components/lazy/lazy-dialog.tsx'
import { useStore } from '../../shared/hooks/store.ts'
import { useClosedWithPage } from '../../shared/hooks/use-closed-with-page.ts'
import { OrdersBanner } from './orders-banner.tsx'

const OrdersDialog = lazyDialog(
  () => import('./orders-dialog.tsx'),
  ({ onClose }) => onClose(),
)
const LoyaltyDialog = lazyDialog(
  () => import('./loyalty-dialog.tsx'),
  ({ onClose }) => onClose(),
)

/** Shows the banner of stale orders for the connected wallet, and handles `openOrderHealth`. */
export default function OrderHealthHost() {
  const { address, wrongNetwork } = useStore(walletSession)
  const asked = useCommand('openOrderHealth')
  const close = () => finishCommand('openOrderHealth')
  const open = useClosedWithPage(asked, close) ? null : asked
  useConnectFirst(open !== null && address === null, close)
  if (address === null) return null
  return (
    <>
      {!wrongNetwork && <OrdersBanner key={address} wallet={address} />}
      <Suspense fallback={null}>
        {open === 'orders' && <OrdersDialog wallet={address} onClose={close} />}
        {open === 'loyalty' && <LoyaltyDialog wallet={address} onClose={close} />}
      </Suspense>
    </>
  )
}
