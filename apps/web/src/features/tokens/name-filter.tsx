import { TextField } from '@opal/ui/text-field'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MAX_NAME_FILTER } from './items-view.ts'
import styles from './name-filter.module.css'

/** @source spec, section 9 "Search: debounce 300 ms" */
const DEBOUNCE_MS = 300

/** Filters items by their name while one types. */
export function NameFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the wait.
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className={styles.filter}>
      <TextField
        label="Search items by name"
        hideLabel
        type="search"
        placeholder="Search items"
        maxLength={MAX_NAME_FILTER}
        lead={<Search aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}
