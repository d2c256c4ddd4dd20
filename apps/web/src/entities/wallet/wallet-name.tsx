import type { Wallet } from '@opal/contract/names'
import { useHoverCard } from '@opal/ui/overlays/hover-card'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { walletPath } from '../../app/paths.ts'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { formatWallet } from '../../shared/format/name.ts'
import { AddressIdenticon } from './address-identicon.tsx'
import { useOwnAddress } from './use-own-address.ts'
import styles from './wallet-name.module.css'

const WalletCard = lazyPart(() => import('./wallet-card.tsx'))

export interface WalletNameProps {
  wallet: Wallet | null
  /** Hides the identicon where the caller renders one. */
  bare?: boolean
  /** Shows an `.apt` name in full, as far as there is room. */
  isWhole?: boolean
}

/** A wallet as a link to its page: identicon, then `You`, a name, or a shortened address; on hover a card about it. */
export function WalletName({ wallet, bare = false, isWhole = false }: WalletNameProps) {
  if (wallet === null) return <span className={styles.none}>-</span>
  return <NamedWallet wallet={wallet} bare={bare} isWhole={isWhole} />
}

function NamedWallet({ wallet, bare, isWhole }: { wallet: Wallet; bare: boolean; isWhole: boolean }) {
  const viewer = useOwnAddress()
  const name = formatWallet(wallet, viewer)
  const { trigger, card } = useHoverCard<HTMLAnchorElement>(`Wallet ${name}`, () => (
    <Suspense fallback={null}>
      <WalletCard wallet={wallet} />
    </Suspense>
  ))
  const isName = wallet.aptosName !== null || wallet.walletAddress === viewer
  const text = isWhole && wallet.walletAddress !== viewer ? (wallet.aptosName ?? name) : name
  return (
    <span className={styles.whole}>
      {!bare && <AddressIdenticon address={wallet.walletAddress} size={16} />}
      <Link
        {...trigger}
        to={walletPath(wallet.walletAddress)}
        className={styles.wallet}
        data-mono={!isName || undefined}
        title={wallet.walletAddress}
      >
        {isName ? <Name text={text} /> : text}
      </Link>
      {card}
    </span>
  )
}

/** A name. Where an already shortened name does not fit, the part before its ellipsis shrinks, so the ellipsis and the ending stay visible. */
function Name({ text }: { text: string }) {
  const cut = text.indexOf('…')
  if (cut < 0) return text
  return (
    <span className={styles.cut}>
      <span className={styles.stem}>{text.slice(0, cut)}</span>
      <span>{text.slice(cut)}</span>
    </span>
  )
}
