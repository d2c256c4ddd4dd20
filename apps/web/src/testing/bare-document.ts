import { Window } from 'happy-dom'

// A document for React in a process of Node whose other globals stay Node's: programs that run in the same process need these.
const window = new Window()
const added = { window, document: window.document }
Object.assign(globalThis, added)

/** Removes the document. */
export function removeDocument(): void {
  for (const name of Object.keys(added)) Reflect.deleteProperty(globalThis, name)
}
