import { Button } from '@opal/ui/controls/button'
import { TextField } from '@opal/ui/controls/text-field'
import { type FormEvent, useRef, useState } from 'react'
import { useSite } from '../../app/site.tsx'
import { pageSession, requireSession, VISITOR } from '../../entities/session/page-session.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { formatAddress } from '../../shared/format/name.ts'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './account-eraser.module.css'
import type { Erasure } from './erase-account.ts'
import { CONFIRMATION, erasedLabel, failureLabel, isConfirmed, isRefusal } from './erasure-labels.ts'
import erasureResultStyles from './erasure-result.module.css'

/** Erases the signed-in wallet's account after a typed confirmation, and shows the result. */
export function AccountEraser() {
  const session = useStore(pageSession)
  const { address } = useStore(walletSession)
  const { busy, trouble, erasure, erase } = useErasure()
  if (erasure !== null) return <ErasureResult erasure={erasure} />
  if (session.wallet === null) {
    return (
      <div className={styles.box}>
        <p>
          {address === null
            ? 'Connect the wallet whose account you want to delete and sign in. Only its owner can delete it.'
            : 'Sign in with your wallet first. Only its owner can delete its account.'}
        </p>
        <Trouble words={trouble} />
        <Button
          variant="primary"
          busy={session.status === 'unknown'}
          onClick={() => void requireSession('delete your account data', true)}
        >
          {address === null ? 'Connect Wallet' : 'Sign in with Aptos'}
        </Button>
      </div>
    )
  }
  return <Confirmation wallet={session.wallet} busy={busy} trouble={trouble} onErase={() => void erase()} />
}

interface ConfirmationProps {
  wallet: string
  busy: boolean
  trouble: string | null
  onErase(): void
}

function Confirmation({ wallet, busy, trouble, onErase }: ConfirmationProps) {
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmed(typed)) onErase()
  }
  return (
    <form className={styles.box} onSubmit={submit}>
      <p>
        You are signed in as <span className={styles.address}>{formatAddress(wallet, 'long')}</span>. Erasing cannot be
        undone.
      </p>
      <TextField
        label={`Type "${CONFIRMATION}" to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        spellCheck={false}
      />
      <Trouble words={trouble} />
      <Button type="submit" variant="danger" busy={busy} disabled={!isConfirmed(typed)}>
        Erase my account
      </Button>
    </form>
  )
}

function Trouble({ words }: { words: string | null }) {
  if (words === null) return null
  return (
    <p role="alert" className={styles.trouble}>
      {words}
    </p>
  )
}

function useErasure() {
  const { api } = useSite()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  /** An answer got lost: the account may be gone. */
  const isUnknown = useRef(false)
  const [erasure, setErasure] = useState<Erasure | null>(null)
  const erase = async () => {
    setBusy(true)
    setTrouble(null)
    try {
      const { eraseAccount } = await import('./erase-account.ts')
      setErasure(await eraseAccount(api))
    } catch (error) {
      if ((error as { code?: unknown }).code === 'sign-in-required') pageSession.set(VISITOR)
      setTrouble(failureLabel(error, isUnknown.current))
      if (!isRefusal(error)) isUnknown.current = true
    } finally {
      setBusy(false)
    }
  }
  return { busy, trouble, erasure, erase }
}

/** Shows how many rows of each kind were erased, and what stays on chain. */
function ErasureResult({ erasure }: { erasure: Erasure }) {
  return (
    <div className={erasureResultStyles.result} role="status">
      <h2>Your account is erased</h2>
      <ul>
        {Object.entries(erasure.deleted)
          .filter(([, count]) => count > 0)
          .map(([table, count]) => (
            <li key={table}>{erasedLabel(table, count)}</li>
          ))}
      </ul>
      <p>{erasure.staysOnChain}</p>
      <p>You are signed out. Your wallet stays connected until you disconnect it.</p>
    </div>
  )
}
