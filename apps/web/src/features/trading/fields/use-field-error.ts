import { useState } from 'react'

/** Returns the error to show at a field. An empty field shows none before it was first filled. */
export function useFieldError(text: string, error: string | null): string | undefined {
  const [wasFilled, setWasFilled] = useState(text !== '')
  if (text !== '' && !wasFilled) setWasFilled(true)
  return text === '' && !wasFilled ? undefined : (error ?? undefined)
}
