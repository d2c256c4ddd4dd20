import { Button } from '@opal/ui/controls/button'
import { RadioGroup } from '@opal/ui/controls/radio-group'
import { TextArea } from '@opal/ui/controls/text-area'
import { showToast } from '@opal/ui/feedback/show-toast'
import { type FormEvent, useState } from 'react'
import { useSite } from '../../app/site.tsx'
import { requireSession } from '../../entities/session/page-session.ts'
import { failureSentence } from '../../shared/format/failure-sentence.ts'
import styles from './flag-form.module.css'
import { FLAG_REASONS, type FlagReason, isFlagComplete } from './flag-reasons.ts'

/** Limit of the API. */
const MAX_REMARKS_LENGTH = 2000

export interface FlagFormProps {
  collectionId: string
  /** The viewer's own flag is still open and will be replaced. */
  replaces: boolean
  onSent(): void
}

/** Form for the reason of a flag, and remarks for the operator. */
export function FlagForm({ collectionId, replaces, onSent }: FlagFormProps) {
  const [reason, setReason] = useState<FlagReason | null>(null)
  const [remarks, setRemarks] = useState('')
  const { busy, error, send } = useSendFlag(collectionId, () => {
    setReason(null)
    setRemarks('')
    onSent()
  })
  const complete = isFlagComplete(reason, remarks)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFlagComplete(reason, remarks)) void send(reason, remarks)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <RadioGroup<FlagReason>
        label="What’s wrong with it?"
        value={reason}
        onValueChange={setReason}
        options={FLAG_REASONS}
      />
      <TextArea
        label="Remarks"
        hint="Only the operator sees this: links, token names, what you noticed."
        maxLength={MAX_REMARKS_LENGTH}
        value={remarks}
        onChange={(event) => setRemarks(event.target.value)}
      />
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button type="submit" variant="primary" busy={busy} disabled={!complete}>
        {replaces ? 'Replace my flag' : 'Send flag'}
      </Button>
    </form>
  )
}

function useSendFlag(collectionId: string, onSent: () => void) {
  const { api } = useSite()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const send = async (reason: FlagReason, remarks: string) => {
    setError(null)
    if ((await requireSession('flag this collection')) === null) return
    setBusy(true)
    try {
      const { sendFlag } = await import('./flag-calls.ts')
      await sendFlag(api, collectionId, reason, remarks)
      await showToast('Flag sent')
      onSent()
    } catch (cause) {
      setError(`Couldn’t send your flag. ${failureSentence(cause)}`)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, send }
}
