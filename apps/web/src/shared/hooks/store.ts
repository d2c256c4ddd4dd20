import { useSyncExternalStore } from 'react'

/** A value outside React that components can subscribe to, for data of the wallet, the socket and local storage. */
export interface Store<Value> {
  get(): Value
  set(next: Value | ((before: Value) => Value)): void
  subscribe(listener: () => void): () => void
  /** The value on the server, and in the browser until hydration. */
  readonly initial: Value
}

/** Creates a store. Setting an equal value notifies no subscriber. */
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

/** Returns the value of a store and rerenders when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial)
}

/**
 * Returns what is selected of a store's value and rerenders when that changes, not whenever the value does.
 * @param select returns a primitive, or the same object for the same value.
 */
export function useStorePart<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.initial),
  )
}
