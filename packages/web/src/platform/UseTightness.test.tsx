// Contents that do not fit are shown in a shorter form, and in full once there is space again.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useTightness } from './use-tightness.ts'

const forms = [
  { words: 'many', width: 300 },
  { words: 'fewer', width: 200 },
  { words: 'few', width: 100 },
] as const

function Words() {
  const [container, level] = useTightness<HTMLDivElement>(2)
  const { words, width } = forms[level] ?? forms[2]
  return (
    <div ref={container} style={{ display: 'flex' }}>
      <span style={{ flex: 'none', width }}>{words}</span>
    </div>
  )
}

const shown = (width: number) => (
  <div style={{ width }}>
    <Words />
  </div>
)

test('text wider than its container is replaced by shorter forms, and by longer ones when they fit', async () => {
  const page = await render(shown(400))
  const widths: readonly (readonly [width: number, words: string])[] = [
    [400, 'many'],
    [250, 'fewer'],
    [150, 'few'],
    [50, 'few'],
    [199, 'few'],
    [200, 'fewer'],
    [299, 'fewer'],
    [300, 'many'],
    [90, 'few'],
    [400, 'many'],
  ]
  for (const [width, words] of widths) {
    await page.rerender(shown(width))
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  }
})
