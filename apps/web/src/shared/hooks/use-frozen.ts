import { useEffect, useRef } from 'react'

/** Returns a value while it may change, and afterwards the last one of that time. */
export function useFrozen<Value>(value: Value, mayChange: boolean): Value {
  const last = useRef(value)
  useEffect(() => {
    if (mayChange) last.current = value
  })
  return mayChange ? value : last.current
}
