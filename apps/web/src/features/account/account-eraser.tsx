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
  const { busy, error, erasure, erase } = useErasure()
  if (erasure !== null) return <ErasureResult erasure={erasure} />
  if (session.wallet === null) {
    return (
      <div className={styles.box}>
        <p>
          {address === null
            ? 'Connect the wallet whose account you want to delete and sign in. Only its owner can delete it.'
            : 'Sign in with your wallet first. Only its owner can delete its account.'}
        </p>
        <ErrorText text={error} />
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
  return <Confirmation wallet={session.wallet} busy={busy} error={error} onErase={() => void erase()} />
}

interface ConfirmationProps {
  wallet: string
  busy: boolean
  error: string | null
  onErase(): void
}

function Confirmation({ wallet, busy, error, onErase }: ConfirmationProps) {
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmed(typed)) onErase()
  }
  return (
    <form className={styles.box} onSubmit={submit}>
      <p>
        You are signed in as <span className={styles.address}>{formatAddress(wallet, 'long')}</span>. Erasing can’t be
        undone.
      </p>
      <TextField
        label={`Type “${CONFIRMATION}” to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        spellCheck={false}
      />
      <ErrorText text={error} />
      <Button type="submit" variant="danger" busy={busy} disabled={!isConfirmed(typed)}>
        Erase my account
      </Button>
    </form>
  )
}

function ErrorText({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p role="alert" className={styles.error}>
      {text}
    </p>
  )
}

function useErasure() {
  const { api } = useSite()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** An answer got lost: the account may be gone. */
  const isUnknown = useRef(false)
  const [erasure, setErasure] = useState<Erasure | null>(null)
  const erase = async () => {
    setBusy(true)
    setError(null)
    try {
      const { eraseAccount } = await import('./erase-account.ts')
      setErasure(await eraseAccount(api))
    } catch (cause) {
      if ((cause as { code?: unknown }).code === 'sign-in-required') pageSession.set(VISITOR)
      setError(failureLabel(cause, isUnknown.current))
      if (!isRefusal(cause)) isUnknown.current = true
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, erasure, erase }
}

/** Shows how many rows of each kind were erased, and what stays on chain. */
function ErasureResult({ erasure }: { erasure: Erasure }) {
  return (
    <div className={erasureResultStyles.result} role="status">
      <h2>Your account has been erased</h2>
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
