import { Button } from '@opal/ui/controls/button'
import { Tabs } from '@opal/ui/controls/tabs'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Sheet } from '@opal/ui/overlays/sheet'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { requireSession } from '../../entities/session/page-session.ts'
import { NotificationSettings } from './notification-settings.tsx'
import { NotificationsList } from './notifications-list.tsx'

const TABS = [
  { value: 'list', label: 'Alerts' },
  { value: 'settings', label: 'Settings' },
] as const
type Tab = (typeof TABS)[number]['value']

export interface NotificationsPanelProps {
  /** The signed-in wallet; null for a visitor. */
  wallet: string | null
  onClose(): void
  /** Called when a visitor has signed in from here, which closed the panel. */
  onSignedIn(): void
}

/** Panel with a wallet's notifications and their settings. */
export default function NotificationsPanel({ wallet, onClose, onSignedIn }: NotificationsPanelProps) {
  const [tab, setTab] = useState<Tab>('list')
  return (
    <Sheet open onOpenChange={onClose} title="Alerts" side="right">
      {wallet === null ? (
        <SignInFirst onClose={onClose} onSignedIn={onSignedIn} />
      ) : (
        <Tabs<Tab> label="Alerts" value={tab} onValueChange={(next) => setTab(next)} tabs={TABS}>
          {tab === 'list' ? (
            <NotificationsList wallet={wallet} onLeave={onClose} />
          ) : (
            <NotificationSettings wallet={wallet} />
          )}
        </Tabs>
      )}
    </Sheet>
  )
}

function SignInFirst({ onClose, onSignedIn }: Pick<NotificationsPanelProps, 'onClose' | 'onSignedIn'>) {
  const signIn = async () => {
    // The sign-in dialog must not lie under this one.
    onClose()
    if ((await requireSession('get alerts', true)) !== null) onSignedIn()
  }
  return (
    <EmptyState
      title="Turn on alerts"
      reason="Sales, outbids, bids on your items, broken listings and floor moves, right here in your browser. No email needed. Your wallet asks you to sign a message; it’s free and moves nothing."
      icon={<BellRing aria-hidden="true" />}
      action={
        <Button variant="primary" onClick={() => void signIn()}>
          Sign in with Aptos
        </Button>
      }
    />
  )
}
