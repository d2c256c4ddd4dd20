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
  { value: 'list', label: 'News' },
  { value: 'settings', label: 'Settings' },
] as const
type Tab = (typeof TABS)[number]['value']

export interface NotificationsPanelProps {
  /** The signed-in wallet; null for a visitor. */
  wallet: string | null
  onClose(): void
}

/** Panel with a wallet's notifications and their settings. */
export default function NotificationsPanel({ wallet, onClose }: NotificationsPanelProps) {
  const [tab, setTab] = useState<Tab>('list')
  return (
    <Sheet open onOpenChange={onClose} title="Notifications" side="right">
      {wallet === null ? (
        <SignInFirst onClose={onClose} />
      ) : (
        <Tabs<Tab> label="Notifications" value={tab} onValueChange={(next) => setTab(next)} tabs={TABS}>
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

function SignInFirst({ onClose }: { onClose(): void }) {
  const signIn = () => {
    // The sign-in dialog must not lie under this one.
    onClose()
    void requireSession('be told of sales, bids and floors')
  }
  return (
    <EmptyState
      title="Sign in to be told"
      reason="Of sales, higher bids, offers for your tokens, listings in trouble and moved floors: for a wallet that is yours, here in the browser, without mail."
      icon={<BellRing aria-hidden="true" />}
      action={
        <Button variant="primary" onClick={signIn}>
          Sign in with Aptos
        </Button>
      }
    />
  )
}
