import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Change } from './change.tsx'

// @feature table.cell-profit
it.each([
  [3.5, 'up', '▲', '+3.5%'],
  [-3.5, 'down', '▼', '-3.5%'],
  [0, 'flat', '', '0%'],
  [null, 'flat', '', '-'],
])('shows %s with matching colour, arrow and sign', (percent, trend, arrow, text) => {
  const html = renderToStaticMarkup(<Change percent={percent} />)
  expect(html).toContain(`data-trend="${trend}"`)
  expect(html.replace(/<[^>]+>/g, '')).toBe(arrow + text)
})
