import { ApiError } from '@opal/contract/http/api-error'
import { Button } from '@opal/ui/controls/button'
import { Dialog } from '@opal/ui/overlays/dialog'
import { useEffect, useState } from 'react'
import { useSite } from '../../app/site.tsx'
import { pageSession } from '../../entities/session/page-session.ts'
import { AddressIdenticon } from '../../entities/wallet/address-identicon.tsx'
import { WalletRejectedError, walletActions, walletSession } from '../../entities/wallet/wallet-session.ts'
import { failureSentence } from '../../shared/format/failure-sentence.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { useClosedWithPage } from '../../shared/hooks/use-closed-with-page.ts'
import { useOnMount } from '../../shared/hooks/use-on-mount.ts'
import { applySession } from './apply-session.ts'
import { openSession } from './session-calls.ts'
import styles from './sign-in-dialog.module.css'

export interface SignInDialogProps {
  /** Completes the sentence "Sign in to ...". */
  purpose: string
  /** The connected wallet. */
  address: string
  /** Asks the wallet immediately. */
  isAsked: boolean
  /** Called once with the wallet that is signed in, or null when the user cancelled. */
  onDone(wallet: string | null): void
}

/** Says what signing in is, asks the wallet, and says what came of it. */
export default function SignInDialog({ purpose, address, isAsked, onDone }: SignInDialogProps) {
  const { walletName, wrongNetwork } = useStore(walletSession)
  const session = useStore(pageSession)
  const actions = useStore(walletActions)
  const signIn = actions?.signIn ?? null
  const { busy, error, start } = useSignIn(address)
  useOnMount(() => {
    // On another network the session would end as soon as it is open.
    if (isAsked && signIn !== null && !wrongNetwork) void start(signIn)
    return undefined
  })
  const isLeft = useClosedWithPage(purpose, () => onDone(null), busy)
  const isSignedIn = session.wallet === address
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when there is a session.
  useEffect(() => {
    if (isSignedIn) onDone(address)
  }, [isSignedIn])
  return (
    <Dialog
      open={!isLeft}
      onOpenChange={() => onDone(null)}
      title="Sign in with Aptos"
      description={`Sign in to ${purpose}.`}
      width={420}
      footer={
        signIn === null ? (
          <Button wide onClick={() => onDone(null)}>
            Close
          </Button>
        ) : wrongNetwork ? (
          <Button variant="danger" wide onClick={() => void actions?.switchNetwork()}>
            Switch network
          </Button>
        ) : (
          <Button variant="primary" wide busy={busy} onClick={() => void start(signIn)}>
            {busy ? `Waiting for ${walletName}` : error === null ? `Sign in with ${walletName}` : 'Try again'}
          </Button>
        )
      }
    >
      <div className={styles.body}>
        <p className={styles.wallet}>
          <AddressIdenticon address={address} size={32} />
          <span className={styles.address}>{address}</span>
        </p>
        <SignInText purpose={purpose} canSignIn={signIn !== null} />
        {error !== null && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Says what signing in is, or why the wallet cannot. */
function SignInText({ purpose, canSignIn }: { purpose: string; canSignIn: boolean }) {
  const { walletName, wrongNetwork } = useStore(walletSession)
  const { config } = useSite()
  if (!canSignIn) {
    return (
      <p role="alert" className={styles.words}>
        {walletName} doesn’t support Sign in with Aptos, so you can’t prove here that this wallet is yours. Trading
        works as usual; to {purpose}, connect a wallet that supports it, such as Petra.
      </p>
    )
  }
  if (wrongNetwork) {
    return (
      <p role="alert" className={styles.words}>
        {walletName} is on another network. Switch it to {config.network} to sign in.
      </p>
    )
  }
  return (
    <p className={styles.words}>
      {walletName} will ask you to sign a message to prove it’s yours. It’s free and moves nothing. You stay signed in
      for two weeks, or until you disconnect.
    </p>
  )
}

function useSignIn(address: string) {
  const { api, config } = useSite()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const start = async (sign: Parameters<typeof openSession>[2]) => {
    setBusy(true)
    setError(null)
    try {
      applySession(
        await openSession(api, { walletAddress: address, network: config.network, page: window.location }, sign),
      )
    } catch (cause) {
      setError(signInError(cause))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, start }
}

/** A failed sign-in in words. */
function signInError(error: unknown): string {
  if (error instanceof WalletRejectedError) return 'You declined in your wallet. You’re not signed in.'
  if (error instanceof ApiError) return failureSentence(error)
  return error instanceof Error && error.message !== '' ? error.message : 'Your wallet couldn’t sign in.'
}
