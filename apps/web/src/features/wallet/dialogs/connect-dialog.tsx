import { Badge } from '@opal/ui/data/badge'
import { Dialog } from '@opal/ui/overlays/dialog'
import { ChevronDown, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { finishCommand, useCommand } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { useClosedWithPage } from '../../../shared/hooks/use-closed-with-page.ts'
import type { WalletChoice } from '../wallet-choices.ts'
import styles from './connect-dialog.module.css'

/** @source docs/product/wallet-and-session.md#wallets-not-installed */
const INSTALL_DELAY_MS = 1000

export interface ConnectDialogProps {
  choices: readonly WalletChoice[]
  onConnect(walletName: string): Promise<void>
}

/** Dialog with the wallets that can be connected: detected ones, Google for those without one, the others behind 'More wallets'. */
export function ConnectDialog({ choices, onConnect }: ConnectDialogProps) {
  const asked = useCommand('openConnect')
  const { status } = useStore(walletSession)
  const busy = status === 'connecting'
  const close = () => finishCommand('openConnect')
  const isLeft = useClosedWithPage(asked, close, busy)
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = (choice: WalletChoice) => {
    setChosen(choice.name)
    const settled = () => setChosen(null)
    if (choice.installed) {
      // The error has been shown.
      void onConnect(choice.name).then(settled, settled)
      return
    }
    setTimeout(() => {
      settled()
      window.open(choice.url, '_blank', 'noopener')
    }, INSTALL_DELAY_MS)
  }
  return (
    <Dialog
      open={asked !== null && !isLeft}
      onOpenChange={close}
      title="Connect Wallet"
      width={400}
      footer={<Notice />}
    >
      <div className={styles.groups}>
        <Choices
          busy={busy}
          chosen={chosen}
          choose={choose}
          choices={choices.filter(({ group }) => group === 'first')}
        />
        <p className={styles.or}>No wallet yet?</p>
        <Choices
          busy={busy}
          chosen={chosen}
          choose={choose}
          choices={choices.filter(({ group }) => group === 'google')}
          isBoxed
        />
        <details className={styles.more}>
          <summary className={styles.summary}>
            More wallets <ChevronDown aria-hidden="true" />
          </summary>
          <Choices
            busy={busy}
            chosen={chosen}
            choose={choose}
            choices={choices.filter(({ group }) => group === 'more')}
          />
        </details>
      </div>
    </Dialog>
  )
}

interface ChoicesProps {
  choices: readonly WalletChoice[]
  busy: boolean
  /** Name of the wallet that is being connected. */
  chosen: string | null
  choose(choice: WalletChoice): void
  isBoxed?: boolean
}

function Choices({ choices, busy, chosen, choose, isBoxed = false }: ChoicesProps) {
  if (choices.length === 0) return null
  return (
    <ul className={styles.list}>
      {choices.map((choice) => (
        <li key={choice.name}>
          <button
            type="button"
            className={styles.choice}
            data-boxed={isBoxed || undefined}
            // A domain that its makers abandoned may have another owner now.
            disabled={choice.obsolete}
            // Not disabled: that would lose the focus when the wallet declines.
            aria-disabled={busy}
            onClick={() => !busy && choose(choice)}
          >
            <Icon choice={choice} />
            <span className={styles.name}>{choice.name}</span>
            {choice.preferred && <Badge tone="accent">Preferred</Badge>}
            <Note choice={choice} chosen={chosen === choice.name} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Explains what connecting does; stays visible below the scrolling list. */
function Notice() {
  return (
    <p className={styles.notice}>
      By connecting a wallet you accept the{' '}
      <Link to="/terms-of-service" target="_blank">
        Terms of Service
      </Link>{' '}
      and the{' '}
      <Link to="/privacy-policy" target="_blank">
        Privacy Policy
      </Link>
      . We will never ask for your recovery phrase.
    </p>
  )
}

function Icon({ choice }: { choice: WalletChoice }) {
  if (choice.icon !== null) return <img className={styles.icon} src={choice.icon} alt="" width={32} height={32} />
  return (
    <span className={styles.letter} aria-hidden="true">
      {choice.name.replace('Continue with ', '').slice(0, 1)}
    </span>
  )
}

function Note({ choice, chosen }: { choice: WalletChoice; chosen: boolean }) {
  if (chosen)
    return <span className={styles.note}>{choice.installed ? 'Waiting for the wallet' : 'Opening website'}</span>
  // A Google account needs no installation.
  if (choice.group === 'google' && choice.installed) return null
  if (choice.installed) return <Badge tone="positive">Detected</Badge>
  if (choice.obsolete) return <Badge title="No longer maintained">Discontinued</Badge>
  return (
    <span className={styles.note}>
      {choice.group === 'google' ? new URL(choice.url).host : 'Install'} <ExternalLink aria-hidden="true" />
    </span>
  )
}
