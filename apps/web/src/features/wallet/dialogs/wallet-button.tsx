import { Button } from '@opal/ui/controls/button'
import { FOCUS_REGION, FOCUS_TARGET } from '@opal/ui/overlays/focus/focus-region'
import { Wallet } from 'lucide-react'
import { Suspense } from 'react'
import { openConnect } from '../../../app/commands.ts'
import { useIsWalletAwaited, useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { walletActions, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { useStore } from '../../../shared/hooks/store.ts'
import { useHydrated } from '../../../shared/hooks/use-hydrated.ts'
import { StoredAccount } from './stored-account.tsx'
import styles from './wallet-button.module.css'

const WalletMenu = lazyPart(
  () => import('./wallet-menu.tsx'),
  ({ address }) => <PendingAccount address={address} />,
)
const loadPending = () => import('./pending-account.tsx')
const PendingAccount = lazyPart(loadPending, StoredAccount)
// Under way before the page is hydrated, which then draws it immediately.
if (typeof document !== 'undefined' && 'wallet' in document.documentElement.dataset) void loadPending().catch(() => {})

/**
 * The header's wallet area: a connect button, or balance and menu, in the same width. Keeps the focus when one replaces the other.
 * The server renders both, the same for all visitors: styles show the one that fits this browser.
 * @source docs/product/wallet-and-session.md#remembered-wallet
 */
export function WalletButton() {
  const isHydrated = useHydrated()
  return (
    <div className={styles.place} data-prerendered={!isHydrated || undefined} {...FOCUS_REGION}>
      {!isHydrated && <StoredAccount />}
      <Suspense fallback={<StoredAccount />}>
        <WalletControl />
      </Suspense>
    </div>
  )
}

function WalletControl() {
  const own = useOwnAddress()
  const session = useStore(walletSession)
  const actions = useStore(walletActions)
  const isAwaited = useIsWalletAwaited()
  if (session.address === null) {
    if (isAwaited && own !== null) return <PendingAccount address={own} />
    const busy = session.status === 'connecting' || session.status === 'restoring'
    return (
      <Button
        variant="primary"
        wide
        busy={busy}
        {...FOCUS_TARGET}
        icon={<Wallet className={styles.icon} aria-hidden="true" />}
        onClick={() => openConnect()}
      >
        <span className={styles.words}>{busy ? 'Connecting' : 'Connect Wallet'}</span>
        <span className={styles.short}>Connect</span>
      </Button>
    )
  }
  if (session.wrongNetwork) {
    return (
      <Button variant="danger" wide {...FOCUS_TARGET} onClick={() => void actions?.switchNetwork()}>
        Switch network
      </Button>
    )
  }
  return (
    <Suspense fallback={<PendingAccount address={session.address} />}>
      <WalletMenu address={session.address} balance={session.balance} />
    </Suspense>
  )
}
