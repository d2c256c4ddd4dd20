import { expect, test } from 'vitest'
import { faultsOfStyles } from './check-styles.ts'

const SHEET = '.card {\n  color: red;\n}\n.card .title:hover {\n  composes: visually-hidden from global;\n}\n'
const COMPONENT = `import styles from './card.module.css'
export const card = () => <div className={styles.card}><b className={styles['title']} /></div>
`

test('accepts a module whose classes are all used and all defined', () => {
  expect(faultsOf({ sheet: SHEET, component: COMPONENT })).toEqual([])
})

test('reports a class that a component uses and the module does not define', () => {
  const component = COMPONENT.replace('styles.card', 'styles.cards')
  expect(faultsOf({ sheet: `${SHEET}.cards-2 {}`, component })).toEqual([
    'apps/web/src/card.tsx:2 apps/web/src/card.module.css has no class .cards',
    'apps/web/src/card.module.css:1 the class .card is used nowhere: delete it',
    'apps/web/src/card.module.css:7 the class .cards-2 is used nowhere: delete it',
  ])
})

test('reports a class that no component uses, also within a media query', () => {
  const sheet = `${SHEET}@media (width < 1.5rem) {\n  .small,\n  :global(html.dark) .title {\n    margin: 0.5rem;\n  }\n}\n`
  expect(faultsOf({ sheet, component: COMPONENT })).toEqual([
    'apps/web/src/card.module.css:8 the class .small is used nowhere: delete it',
  ])
})

test('follows classes that are composed, of the same module and of another', () => {
  const base = '.frame {}\n.edge {}\n'
  const composing = `${SHEET.replace('color: red', 'composes: frame from "./base.module.css"')}.title {\n  composes: card lost;\n}\n`
  const faults = faultsOf({ sheet: composing, component: COMPONENT, base })
  expect(faults).toEqual([
    'apps/web/src/card.module.css:8 apps/web/src/card.module.css has no class .lost',
    'apps/web/src/base.module.css:2 the class .edge is used nowhere: delete it',
  ])
})

test.each(['styles[name]', 'pick(styles)', 'styles[`card`]'])('reports %s, which names no class', (use) => {
  const component = COMPONENT.replace('styles.card', use)
  expect(faultsOf({ sheet: SHEET, component })).toContain(
    'apps/web/src/card.tsx:2 name each class as a member of the import, so that it can be checked',
  )
})

function faultsOf({ sheet, component, base }: { sheet: string; component: string; base?: string }): readonly string[] {
  const modules = new Map([['apps/web/src/card.module.css', sheet]])
  if (base !== undefined) modules.set('apps/web/src/base.module.css', base)
  return faultsOfStyles(modules, new Map([['apps/web/src/card.tsx', component]]))
}
