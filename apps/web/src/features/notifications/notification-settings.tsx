import { Select } from '@opal/ui/controls/select'
import { Switch } from '@opal/ui/controls/switch'
import { showToast } from '@opal/ui/feedback/show-toast'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSite } from '../../app/site.tsx'
import { LoadError } from '../../shared/components/load-error.tsx'
import { formatBps } from '../../shared/format/number.ts'
import type { Settings } from './fetch-notifications.ts'
import { TYPE_LABELS } from './notification-labels.ts'
import styles from './notification-settings.module.css'
import { settingsQuery } from './notifications-query.ts'

type Change = Parameters<typeof import('./fetch-notifications.ts').changeSetting>[1]

/** Settings of a wallet's notifications by kind. */
export function NotificationSettings({ wallet }: { wallet: string }) {
  const { api } = useSite()
  const queryClient = useQueryClient()
  const last = useRef<Promise<void>>(Promise.resolve())
  const query = settingsQuery(api, wallet)
  const { data, isLoadingError, error, refetch } = useQuery(query)
  if (isLoadingError) {
    return <LoadError title="Couldn’t load your settings" error={error} onRetry={refetch} />
  }
  if (data === undefined) return <Skeleton height="320px" />
  const change = async (wanted: Change) => {
    const before = last.current
    const { promise, resolve } = Promise.withResolvers<void>()
    last.current = promise
    // One after the other: an answer has all settings, and an older one must not undo a newer change.
    await before
    try {
      const { changeSetting } = await import('./fetch-notifications.ts')
      queryClient.setQueryData<Settings>(query.queryKey, await changeSetting(api, wanted))
    } catch {
      await showToast('Couldn’t save that setting. Try again.', 'error')
    } finally {
      resolve()
    }
  }
  return (
    <ul className={styles.list}>
      {data.map(({ type, isOn, thresholdBps }) => (
        <li key={type} className={styles.setting}>
          <Switch
            label={TYPE_LABELS[type].name}
            checked={isOn}
            onCheckedChange={(on) => void change({ type, isOn: on })}
          />
          <p className={styles.what}>{TYPE_LABELS[type].what}</p>
          {thresholdBps !== null && isOn && (
            <FloorThreshold bps={thresholdBps} onChange={(bps) => void change({ type, thresholdBps: bps })} />
          )}
        </li>
      ))}
    </ul>
  )
}

const STEPS = [100, 250, 500, 1000, 2000, 5000]

/** Selects the least floor change that is notified. */
function FloorThreshold({ bps, onChange }: { bps: number; onChange(bps: number): void }) {
  const steps = STEPS.includes(bps) ? STEPS : [...STEPS, bps].sort((a, b) => a - b)
  return (
    <Select
      label="Floor moved by at least"
      value={String(bps)}
      onValueChange={(value) => onChange(Number(value))}
      options={steps.map((step) => ({ value: String(step), label: `by ${formatBps(step)} or more` }))}
    />
  )
}
