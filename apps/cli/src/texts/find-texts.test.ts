import { expect, it } from 'vitest'
import { findTexts } from './find-texts.ts'

const PAGE = `
import { Button } from '@opal/ui/controls/button'
// A comment, which the page does not show.
const LABELS: Record<'Some Type', string> = { open: 'Open the cart', id: 'some-id' }
const META = [{ name: 'description', content: 'What is in your cart' }]
names.set('cart', 'Your cart')
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

it('finds what people read on a page, with its line, and no class, type or query', () => {
  expect(findTexts('cart.tsx', PAGE)).toEqual([
    { line: 4, text: 'Open the cart' },
    { line: 5, text: 'What is in your cart' },
    { line: 6, text: 'Your cart' },
    { line: 10, text: 'Cart' },
    { line: 11, text: 'Your cart is' },
    { line: 11, text: 'empty' },
    { line: 12, text: 'Buy {count} items' },
    { line: 12, text: 'Buy item' },
    { line: 12, text: 'Copied' },
    { line: 13, text: 'Buy' },
  ])
})

it('refuses a file that is no module', () => {
  expect(() => findTexts('broken.ts', 'const =')).toThrow('broken.ts')
})
