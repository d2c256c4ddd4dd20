import { expect, it } from 'vitest'
import { findTexts } from './find-texts.ts'

const PAGE = `
import { Button } from '@opal/ui/controls/button'
// A comment that nobody reads on the page.
const LABELS: Record<'Some Type', string> = { open: 'Open the cart', id: 'some-id' }
export function Cart({ count }: { count: number }) {
  const [first] = sql\`select name from tokens where id = 1\`
  return (
    <section className="cart empty" aria-label="Cart">
      Your cart is <b>empty</b>
      <Button title={count > 1 ? \`Buy \${count} items\` : 'Buy item'} variant="primary" onClick={() => showToast('Copied')}>
        Buy
      </Button>
    </section>
  )
}
`

it('finds what people read on a page, with its line, and nothing that programs read', () => {
  expect(findTexts('cart.tsx', PAGE)).toEqual([
    { line: 4, text: 'Open the cart' },
    { line: 8, text: 'Cart' },
    { line: 9, text: 'Your cart is' },
    { line: 9, text: 'empty' },
    { line: 10, text: 'Buy {count} items' },
    { line: 10, text: 'Buy item' },
    { line: 10, text: 'Copied' },
    { line: 11, text: 'Buy' },
  ])
})

it('refuses a module that is none', () => {
  expect(() => findTexts('broken.ts', 'const =')).toThrow('broken.ts')
})
