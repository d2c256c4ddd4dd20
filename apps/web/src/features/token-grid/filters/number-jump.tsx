import { Button } from '@opal/ui/controls/button'
import { TextField } from '@opal/ui/controls/text-field'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { withTokenDialog } from '../../../app/paths.ts'
import { useSite } from '../../../app/site.tsx'
import { failureSentence } from '../../../shared/format/failure-sentence.ts'
import styles from './item-filters.module.css'

/** Most digits of a token's number. */
const MAX_DIGITS = 12

/** Field that opens the item of a number, regardless of the filters. */
export function NumberJump({ collectionId }: { collectionId: string }) {
  const { api } = useSite()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const change = (next: string) => {
    setText(next)
    setError(undefined)
  }
  const jump = async (event: FormEvent) => {
    event.preventDefault()
    const digits = text.trim().replace(/^#/, '')
    if (!/^\d+$/.test(digits)) return setError('Type an item’s number, such as 12')
    setBusy(true)
    try {
      const { fetchItemByNumber } = await import('../fetch-items.ts')
      const token = await fetchItemByNumber(api, collectionId, BigInt(digits))
      if (token === null) return setError(`No item #${digits}`)
      await navigate(withTokenDialog(search, token.collectionId, token.tokenDataId), { preventScrollReset: true })
    } catch (cause) {
      setError(failureSentence(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.jump} onSubmit={jump}>
      <TextField
        label="Go to number"
        hideLabel
        placeholder="Go to number"
        inputMode="numeric"
        maxLength={MAX_DIGITS + 1}
        lead={<span aria-hidden="true">#</span>}
        value={text}
        error={error}
        onChange={(event) => change(event.target.value)}
      />
      <Button type="submit" busy={busy} disabled={text.trim() === ''}>
        Go
      </Button>
    </form>
  )
}
