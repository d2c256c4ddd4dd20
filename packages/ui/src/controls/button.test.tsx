import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Buy' })

// @feature shell.keyboard
describe('a busy button', () => {
  it('keeps the focus, announces that it is busy, and ignores clicks', () => {
    const onClick = vi.fn()
    const { rerender } = render(<Button onClick={onClick}>Buy</Button>)
    button().focus()
    rerender(
      <Button busy onClick={onClick}>
        Buy
      </Button>,
    )
    expect(document.activeElement).toBe(button())
    expect(button().getAttribute('aria-busy')).toBe('true')
    expect(button().getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button())
    expect(onClick).not.toHaveBeenCalled()
    rerender(<Button onClick={onClick}>Buy</Button>)
    fireEvent.click(button())
    expect(onClick).toHaveBeenCalledOnce()
    expect(button().hasAttribute('aria-disabled')).toBe(false)
  })

  it('shows that it is busy in the place of its icon', () => {
    const icon = <svg data-testid="icon" />
    const { container, rerender } = render(<Button icon={icon}>Buy</Button>)
    const shown = () => [screen.queryByTestId('icon') !== null, container.querySelector('span[aria-hidden]') !== null]
    expect(shown()).toEqual([true, false])
    rerender(
      <Button icon={icon} busy>
        Buy
      </Button>,
    )
    expect(shown()).toEqual([false, true])
  })

  it('does not submit a form', () => {
    const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    const form = (busy: boolean) => (
      <form onSubmit={onSubmit}>
        <Button type="submit" busy={busy}>
          Buy
        </Button>
      </form>
    )
    const { rerender } = render(form(true))
    fireEvent.click(button())
    expect(onSubmit).not.toHaveBeenCalled()
    rerender(form(false))
    fireEvent.click(button())
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('stays disabled where it is disabled', () => {
    render(
      <Button disabled busy>
        Buy
      </Button>,
    )
    expect(button().disabled).toBe(true)
  })
})
