import { useEffect, useState } from 'react'

/** Time within which an owner shows what was chosen, in milliseconds. Later it is taken to have refused it. */
const TAKEN_WITHIN_MS = 2_000

/**
 * Shows a choice at once, in a render of the control alone. Its owner, such as the address of a page, may have to render a long list
 * with it, a few hundred milliseconds later.
 * @param value what the owner has.
 * @param onChange called with the choice, and with what was shown before.
 * @returns what to show, and the function that chooses.
 */
export function useChosen<Value>(
  value: Value,
  onChange: (next: Value, shown: Value) => void,
): readonly [Value, (next: Value) => void] {
  const [choice, setChoice] = useState<{ readonly value: Value; readonly before: Value } | null>(null)
  const isOpen = choice !== null && Object.is(choice.before, value)
  // The owner has another value now. Cleared, because the choice would show again when the former value comes back.
  if (choice !== null && !isOpen) setChoice(null)
  useEffect(() => {
    if (choice === null) return
    const timer = setTimeout(() => setChoice(null), TAKEN_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [choice])
  const shown = isOpen ? choice.value : value
  const choose = (next: Value) => {
    setChoice({ value: next, before: value })
    onChange(next, shown)
  }
  return [shown, choose]
}
