import { Button } from '@opal/ui/controls/button'
import { Dialog } from '@opal/ui/overlays/dialog'
import { type FormEvent, useId, useState } from 'react'
import { setOwnCost } from '../../../entities/token/own-costs.ts'
import { AptField } from '../../../shared/components/apt-field.tsx'
import { amountAdvice, parseApt, plainApt } from '../../../shared/format/apt.ts'
import styles from './own-cost.module.css'

export interface OwnCostDialogProps {
  wallet: string
  token: { readonly tokenDataId: string; readonly name: string }
  /** Octas; null where none was set. */
  before: string | null
  onClose(): void
}

/** Dialog that sets what a wallet paid for a token. */
export default function OwnCostDialog({ wallet, token, before, onClose }: OwnCostDialogProps) {
  const [text, setText] = useState(plainApt(before))
  const formId = useId()
  const octas = parseApt(text)
  const isAmount = octas !== null && octas >= 0n
  const save = (cost: bigint | null) => {
    setOwnCost(wallet, token.tokenDataId, cost)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAmount) save(octas)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Cost of ${token.name}`}
      description="What you paid for it. Stored in this browser only, and marked as your own wherever it counts."
      width={400}
      footer={
        <div className={styles.buttons}>
          {before !== null && <Button onClick={() => save(null)}>Remove</Button>}
          <Button variant="primary" type="submit" form={formId} disabled={!isAmount}>
            Save
          </Button>
        </div>
      }
    >
      <form id={formId} onSubmit={submit}>
        <AptField
          label="Cost"
          autoFocus
          value={text}
          error={text.trim() === '' || isAmount ? undefined : amountAdvice(text)}
          onChange={setText}
        />
      </form>
    </Dialog>
  )
}
