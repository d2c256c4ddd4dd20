import { expect, it } from 'vitest'
import { firstLoadGroup, firstLoadGroups, type ModuleFacts, preloadedWithPart } from './first-load-groups.ts'

const entry: ModuleFacts = { importers: [], dynamicImporters: [], isEntry: true }
const neededBy = (...importers: readonly string[]): ModuleFacts => ({ importers, dynamicImporters: [], isEntry: false })

const ICONS = '/node_modules/lucide-react/dist/esm/icons/'
const GRAPH: Readonly<Record<string, ModuleFacts>> = {
  '/web/src/root.tsx?route': entry,
  '/web/src/routes/landing.tsx?route': entry,
  '/web/src/routes/token.tsx?route': entry,
  '/web/src/routes/wallet.tsx?route': entry,
  '/web/src/routes/activity.tsx?route': entry,
  '/web/src/shell.tsx': neededBy('/web/src/root.tsx?route'),
  '/web/src/button.tsx': neededBy('/web/src/shell.tsx', '/web/src/dialog.tsx'),
  '/web/src/table.tsx': neededBy('/web/src/routes/landing.tsx?route', '/web/src/routes/token.tsx?route'),
  '/web/src/image.tsx': neededBy('/web/src/table.tsx', '/web/src/routes/wallet.tsx?route'),
  '/web/src/feed.tsx': neededBy('/web/src/routes/token.tsx?route', '/web/src/routes/activity.tsx?route'),
  '/web/src/grid.tsx': neededBy('/web/src/routes/token.tsx?route', '/web/src/routes/wallet.tsx?route'),
  '/web/src/rail.tsx': neededBy('/web/src/routes/wallet.tsx?route', '/web/src/routes/activity.tsx?route'),
  '/web/src/art.tsx': neededBy('/web/src/routes/token.tsx?route'),
  '/web/src/dialog.tsx': { importers: [], dynamicImporters: ['/web/src/shell.tsx'], isEntry: false },
  '/web/src/form.tsx': neededBy('/web/src/dialog.tsx'),
  '/web/src/facts.tsx': neededBy('/web/src/dialog.tsx', '/web/src/routes/token.tsx?route'),
  '/web/src/lots.tsx': neededBy('/web/src/dialog.tsx', '/web/src/routes/wallet.tsx?route'),
  '/web/src/menu.tsx': { importers: [], dynamicImporters: ['/web/src/shell.tsx'], isEntry: false },
  [`${ICONS}sun.mjs`]: neededBy('/web/src/shell.tsx'),
  [`${ICONS}gavel.mjs`]: neededBy('/web/src/dialog.tsx', '/web/src/routes/token.tsx?route'),
  [`${ICONS}bell.mjs`]: neededBy('/web/src/dialog.tsx', '/web/src/menu.tsx'),
  [`${ICONS}gift.mjs`]: neededBy('/web/src/menu.tsx'),
}
const factsOf = (id: string) => GRAPH[id] ?? null
const groupOf = (id: string) => firstLoadGroup(id, factsOf)

it.each([
  ['/web/src/button.tsx', 'app'],
  ['/web/src/image.tsx', 'app'],
  ['/web/src/table.tsx', 'entries'],
  ['/web/src/grid.tsx', 'token-with-wallet'],
  ['/web/src/feed.tsx', 'token-shared'],
  ['/web/src/rail.tsx', 'other-shared'],
  ['/web/src/art.tsx', null],
  ['/web/src/dialog.tsx', null],
  ['/web/src/form.tsx', null],
  ['/web/src/facts.tsx', 'token-parts'],
  ['/web/src/lots.tsx', 'wallet-parts'],
  [`${ICONS}sun.mjs`, 'app'],
  [`${ICONS}gavel.mjs`, 'token-parts'],
  [`${ICONS}bell.mjs`, 'icons'],
  [`${ICONS}gift.mjs`, null],
  ['/web/node_modules/react-dom/client.js', 'base'],
  ['/web/node_modules/@tanstack/query-core/build/modern/query.js', 'base'],
  ['/web/node_modules/@tanstack/query-core/build/modern/queriesObserver.js', null],
])('puts %s into %s', (module, group) => expect(groupOf(module)).toBe(group))

it('fills the chunks of several pages before those of one, which else take them along', () => {
  const groups = firstLoadGroups().toSorted((a, b) => b.priority - a.priority)
  const placeOf = (id: string) => groups.findIndex(({ name }) => name(id, { getModuleInfo: factsOf }) !== null)
  const places = [
    '/node_modules/react/index.js',
    '/web/src/button.tsx',
    '/web/src/table.tsx',
    '/web/src/grid.tsx',
    '/web/src/feed.tsx',
    '/web/src/facts.tsx',
    `${ICONS}bell.mjs`,
  ].map(placeOf)
  expect(places).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(new Set(groups.map(({ priority }) => priority)).size).toBe(groups.length)
})

it('ends where modules import each other', () => {
  const circle: ModuleFacts = { importers: ['/b', '/a'], dynamicImporters: [], isEntry: false }
  expect(firstLoadGroup('/a', () => circle)).toBeNull()
})

it('preloads with a part what not every page has loaded already', () => {
  const others = ['assets/dialog-app-B0dmcLVx.js', 'assets/apps-B0dmcLVx.js', 'assets/entries-DFYCtwog.js']
  const first = ['app-Bmq_gX-4', 'base-DZTDyHx9', 'rolldown-runtime-COiEfhsA', 'root-EivSMPKo', 'entry.client-DWOixTAe']
  expect(preloadedWithPart([...first.map((name) => `assets/${name}.js`), ...others])).toEqual(others)
})
