import { useState } from 'react'

/** What is wrong with a field. Of an empty one that is said once it had been filled: nobody is told off before they type. */
export function useFieldError(text: string, error: string | null): string | undefined {
  const [wasFilled, setWasFilled] = useState(text !== '')
  if (text !== '' && !wasFilled) setWasFilled(true)
  return text === '' && !wasFilled ? undefined : (error ?? undefined)
}
