import { Suspense, useEffect } from 'react'
import { commandRequest, finishCommand, useCommand } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { signOutAction } from '../../entities/session/page-session.ts'
import { useConnectFirst } from '../../entities/wallet/use-connect-first.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { lazyDialog } from '../../shared/components/lazy/lazy-dialog.tsx'
import { useStore } from '../../shared/hooks/store.ts'
import { useEndedSession } from './use-ended-session.ts'
import { useRestoredSession } from './use-restored-session.ts'
import { useSessionOfWallet } from './use-session-of-wallet.ts'

const SignInDialog = lazyDialog(
  () => import('./sign-in-dialog.tsx'),
  ({ onDone }) => onDone(null),
)

/** Finds the session of last time, ends it with its wallet or when it is over, and shows the sign-in dialog when something needs it. */
export default function SessionHost() {
  const request = useCommand('signIn')
  const { address } = useStore(walletSession)
  const { api } = useSite()
  useEffect(() => {
    signOutAction.set(() => async () => (await import('./end-session.ts')).endSession(api))
  }, [api])
  useRestoredSession()
  useEndedSession()
  useSessionOfWallet()
  useConnectFirst(request !== null && address === null, () => answerRequest(null))
  if (request === null || address === null) return null
  return (
    <Suspense fallback={null}>
      <SignInDialog
        key={address}
        purpose={request.purpose}
        address={address}
        isAsked={request.isAsked}
        onDone={answerRequest}
      />
    </Suspense>
  )
}

function answerRequest(wallet: string | null): void {
  const request = commandRequest('signIn')
  finishCommand('signIn')
  request?.done(wallet)
}
