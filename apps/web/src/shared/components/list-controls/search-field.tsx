import { TextField } from '@opal/ui/controls/text-field'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'

/** @source docs/product/site.md#search-delay */
const DEBOUNCE_MS = 300

export interface SearchFieldProps {
  /** Accessible name. */
  label: string
  placeholder: string
  maxLength: number
  value: string
  /** Called when typing has paused. */
  onChange(value: string): void
}

/** A text field that filters a list as the user types. */
export function SearchField({ label, placeholder, maxLength, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the wait.
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextField
      label={label}
      hideLabel
      type="search"
      placeholder={placeholder}
      maxLength={maxLength}
      lead={<Search aria-hidden="true" />}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
