import { useSyncExternalStore } from 'react'

/** A value that lives outside React, for what the wallet, the socket and storage tell us. */
export interface Store<Value> {
  get(): Value
  set(next: Value | ((before: Value) => Value)): void
  subscribe(listener: () => void): () => void
  /** What the server renders, and the browser until it is hydrated. */
  readonly initial: Value
}

/** A value that components follow and anything may change. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    initial,
    get: () => value,
    set(next) {
      const after = typeof next === 'function' ? (next as (before: Value) => Value)(value) : next
      if (Object.is(after, value)) return
      value = after
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Reads a store and renders again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial)
}
