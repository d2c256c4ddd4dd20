import { Button } from '@opal/ui/controls/button'
import { FOCUS_REGION, FOCUS_TARGET } from '@opal/ui/overlays/focus-region'
import { Wallet } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { openConnect } from '../../../app/commands.ts'
import { useIsWalletAwaited } from '../../../entities/wallet/use-own-address.ts'
import { walletActions, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import styles from './wallet-button.module.css'

const WalletMenu = lazy(() => import('./wallet-menu.tsx'))

/** The header's wallet area: a connect button, or balance and menu. Keeps the focus when one replaces the other. */
export function WalletButton() {
  return (
    <div className={styles.place} {...FOCUS_REGION}>
      <WalletControl />
    </div>
  )
}

function WalletControl() {
  const session = useStore(walletSession)
  const actions = useStore(walletActions)
  const isAwaited = useIsWalletAwaited()
  if (session.address === null) {
    const busy = isAwaited || session.status === 'connecting' || session.status === 'restoring'
    return (
      <Button
        variant="primary"
        busy={busy}
        {...FOCUS_TARGET}
        icon={<Wallet aria-hidden="true" />}
        onClick={() => openConnect()}
      >
        <span className={styles.words}>{busy ? 'Connecting' : 'Connect Wallet'}</span>
        <span className={styles.short}>Connect</span>
      </Button>
    )
  }
  if (session.wrongNetwork) {
    return (
      <Button variant="danger" {...FOCUS_TARGET} onClick={() => void actions?.switchNetwork()}>
        Switch network
      </Button>
    )
  }
  return (
    <Suspense fallback={null}>
      <WalletMenu address={session.address} balance={session.balance} />
    </Suspense>
  )
}
