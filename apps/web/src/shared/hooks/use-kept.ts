import { useEffect, useRef } from 'react'

/** Returns a value as long as it may still change, then the last one of these. */
export function useKept<Value>(value: Value, mayChange: boolean): Value {
  const last = useRef(value)
  useEffect(() => {
    if (mayChange) last.current = value
  })
  return mayChange ? value : last.current
}
