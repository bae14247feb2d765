// What does not fit says itself in fewer words, and in full once there is room again.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useIsTight } from './use-is-tight.ts'

function Words() {
  const [room, isTight] = useIsTight<HTMLDivElement>()
  const width = isTight ? 50 : 300
  return (
    <div ref={room} style={{ display: 'flex' }}>
      <span style={{ flex: 'none', width }}>{isTight ? 'few' : 'many'}</span>
    </div>
  )
}

const shown = (width: number) => (
  <div style={{ width }}>
    <Words />
  </div>
)

test('words that are wider than their room give way to fewer, until there is room', async () => {
  const page = await render(shown(400))
  await expect.element(page.getByText('many')).toBeVisible()
  await page.rerender(shown(200))
  await expect.element(page.getByText('few')).toBeVisible()
  await page.rerender(shown(299))
  await expect.element(page.getByText('few')).toBeVisible()
  await page.rerender(shown(300))
  await expect.element(page.getByText('many')).toBeVisible()
})
