import { FOCUS_TARGET, useFocusTarget } from '@opal/ui/overlays/focus/focus-region'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@opal/ui/overlays/menu'
import { Copy, KeyRound, LogOut, ShieldAlert, UserRound, UsersRound } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { openDisconnect, openOrderHealth } from '../../../app/commands.ts'
import { walletPath } from '../../../app/paths.ts'
import { noticeLabel, ordersNotice } from '../../../entities/order/orders-notice.ts'
import { pageSession, requireSession, signOutAction } from '../../../entities/session/page-session.ts'
import { readStoredBalance } from '../../../entities/wallet/stored-wallet.ts'
import { useWalletNames } from '../../../entities/wallet/use-wallet-names.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { formatAptExact, formatBalance } from '../../../shared/format/apt.ts'
import { copyText } from '../../../shared/format/copy-text.ts'
import { formatAddress } from '../../../shared/format/name.ts'
import { FOLLOWED_ACTION, runSiteAction } from '../../../shared/hooks/site-actions.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import accountStyles from './account-label.module.css'
import { AccountLabel } from './account-label.tsx'
import styles from './wallet-menu.module.css'

export interface WalletMenuProps {
  address: string
  /** Octas; null while it loads: what was read last is shown. */
  balance: bigint | null
}

/** The connected wallet: balance, and a menu with portfolio and disconnect. It is marked while its orders need attention. */
export default function WalletMenu({ address, balance: read }: WalletMenuProps) {
  const balance = read ?? readStoredBalance()
  const navigate = useNavigate()
  const { walletName } = useStore(walletSession)
  const notice = useStore(ordersNotice)
  const warning = notice === null ? undefined : noticeLabel(notice)
  const button = useRef<HTMLButtonElement>(null)
  useFocusTarget(button)
  const trigger = (
    <button
      ref={button}
      type="button"
      className={accountStyles.account}
      aria-label={`Wallet, balance ${formatBalance(balance)} APT`}
      title={warning}
      {...FOCUS_TARGET}
    >
      <AccountLabel address={address} balance={balance} />
      {notice !== null && <span className={styles.mark} data-danger={notice.dangerous > 0 || undefined} />}
    </button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuLabel>
        <span className={styles.name} title={walletName ?? undefined}>
          <OwnName address={address} fallback={walletName} />
        </span>
        <span className={styles.address}>{formatAddress(address, 'long')}</span>
        <span className={styles.balance} title={formatAptExact(balance)} data-hint="">
          {formatBalance(balance)} APT
        </span>
      </MenuLabel>
      <MenuSeparator />
      {warning !== undefined && (
        <MenuItem icon={<ShieldAlert aria-hidden="true" />} onSelect={() => openOrderHealth('orders')}>
          {warning}
        </MenuItem>
      )}
      <MenuItem icon={<UserRound aria-hidden="true" />} onSelect={() => void navigate(walletPath(address))}>
        Portfolio
      </MenuItem>
      <MenuItem icon={<UsersRound aria-hidden="true" />} onSelect={() => runSiteAction(FOLLOWED_ACTION)}>
        Followed wallets
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden="true" />} onSelect={() => void copyText(address, 'Address copied')}>
        Copy address
      </MenuItem>
      <SessionItem address={address} />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} tone="negative" onSelect={() => openDisconnect()}>
        Disconnect Wallet
      </MenuItem>
    </Menu>
  )
}

/** The wallet's `.apt` name, asked for when the menu opens; until then, and without one, the program's. */
function OwnName({ address, fallback }: { address: string; fallback: string | null }) {
  return useWalletNames([address]).get(address) ?? fallback
}

/** Menu item that signs in or out. */
function SessionItem({ address }: { address: string }) {
  const { wallet } = useStore(pageSession)
  const signOut = useStore(signOutAction)
  const isIn = wallet === address
  const change = () => {
    if (isIn) void signOut?.()
    else void requireSession('keep your favorites with your wallet and flag collections', true)
  }
  return (
    <MenuItem icon={<KeyRound aria-hidden="true" />} onSelect={change}>
      {isIn ? 'Sign out' : 'Sign in with Aptos'}
    </MenuItem>
  )
}
