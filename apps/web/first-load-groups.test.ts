import { expect, it } from 'vitest'
import { firstLoadGroup, type ModuleFacts } from './first-load-groups.ts'

const GRAPH: Readonly<Record<string, ModuleFacts>> = {
  '/web/src/root.tsx?route': { importers: [], isEntry: true },
  '/web/src/routes/landing.tsx?route': { importers: [], isEntry: true },
  '/web/src/routes/token.tsx?route': { importers: [], isEntry: true },
  '/web/src/shell.tsx': { importers: ['/web/src/root.tsx?route'], isEntry: false },
  '/web/src/button.tsx': { importers: ['/web/src/shell.tsx', '/web/src/dialog.tsx'], isEntry: false },
  '/web/src/table.tsx': {
    importers: ['/web/src/routes/landing.tsx?route', '/web/src/routes/token.tsx?route'],
    isEntry: false,
  },
  '/web/src/art.tsx': { importers: ['/web/src/routes/token.tsx?route'], isEntry: false },
  '/web/src/dialog.tsx': { importers: [], isEntry: false },
}
const groupOf = (id: string) => firstLoadGroup(id, (one) => GRAPH[one] ?? null)

it.each([
  ['/web/src/button.tsx', 'app'],
  ['/web/src/table.tsx', 'pages'],
  ['/web/src/art.tsx', null],
  ['/web/src/dialog.tsx', null],
])('puts %s into %s', (module, group) => expect(groupOf(module)).toBe(group))

it('ends where modules import each other', () => {
  const circle: ModuleFacts = { importers: ['/b', '/a'], isEntry: false }
  expect(firstLoadGroup('/a', () => circle)).toBeNull()
})
